"""Random data of known distribution."""
