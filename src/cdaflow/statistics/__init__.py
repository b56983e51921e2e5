"""Intervals, tests and signatures of scores, and warnings about what was scored."""
