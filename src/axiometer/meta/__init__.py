"""Measuring the measures: what they reward, how often they tie, what they agree with."""
