"""Language models and what counterfactual text does to them (Zmigrod et al. 2019, section 5.2)."""
