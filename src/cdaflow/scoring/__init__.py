"""Scores of translations: BLEU and chrF, word alignment, gender of entities, WinoMT.

Nothing here knows how a translation was made. A scorer reads plain files and gives counts;
percentages come with intervals, and a signature says what they were computed with.
"""
