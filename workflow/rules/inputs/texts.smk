# The texts that get trees, of all stages of this configuration, by name.

TEXTS = {
    **corpus_texts(),
    **(counterfactual_texts() if CONFIG.counterfactual else {}),
    **(gfst_texts() if CONFIG.gfst else {}),
    **(corrected_texts() if names_of("corrected") else {}),
    **(gate_texts() if CONFIG.agreement else {}),
    **(alternatives_texts() if CONFIG.alternatives else {}),
    **(animate_texts() if CONFIG.lm else {}),
}


# Of rules that are there already, too.
wildcard_constraints:
    text=pattern_of(TEXTS),
