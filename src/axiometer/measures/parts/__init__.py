"""What several measures are made of."""
