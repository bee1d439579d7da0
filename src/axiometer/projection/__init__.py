"""From runs and judgments to ranked lists."""
