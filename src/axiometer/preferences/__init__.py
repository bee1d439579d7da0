"""Preferences: functions from two ranked lists for the same request to which of them is better."""
