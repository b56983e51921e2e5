"""Gender alternatives for the people a sentence leaves open (Garg et al. 2024)."""
