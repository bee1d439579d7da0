"""What all tests share."""

from hypothesis import HealthCheck, settings

# Tests do not time: a busy machine is no failure.
settings.register_profile("axiometer", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("axiometer")
