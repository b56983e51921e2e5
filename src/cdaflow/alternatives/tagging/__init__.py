"""Which English words are people, and whether their gender is open (Garg et al. 2024, 5.1)."""
