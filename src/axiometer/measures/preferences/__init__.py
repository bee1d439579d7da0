"""Preferences: functions from two ranked lists for the same query to which of them is better."""
