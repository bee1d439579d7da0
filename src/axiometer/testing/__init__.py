"""For the tests of axiometer and of measures made elsewhere."""
