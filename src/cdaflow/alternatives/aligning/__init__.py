"""Gender structures aligned to the people of the source (Garg et al. 2024, section 5.4)."""
