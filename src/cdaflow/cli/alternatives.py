"""Gender alternatives: translations for each gender of the people that a sentence leaves open."""
