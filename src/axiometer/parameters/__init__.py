"""What measures and preferences are told: parameters, and the grammar of names."""
