"""Which extra of the package a library comes with: scoring alone needs few of them."""

from __future__ import annotations

#: Libraries, as they are imported -> the extra of pyproject.toml that installs them. PyTorch comes
#: with that of trees: most commands that need it go on to Stanza.
EXTRAS = {
    "ctranslate2": "ctranslate2",
    "matplotlib": "tables",
    "pandas": "tables",
    "pymarian": "marian",
    "sentencepiece": "nmt",
    "snakemake": "workflow",
    "spacy": "spacy",
    "stanza": "trees",
    "tokenizers": "udify",
    "torch": "trees",
    "transformers": "encoder",
}


def missing_extra(error: ModuleNotFoundError) -> str:
    """Return what to say where a library of an extra is not installed; "" for any other module."""
    library = (error.name or "").partition(".")[0]
    if library not in EXTRAS:
        return ""
    extra = EXTRAS[library]
    return (
        f"this command needs {library}, which is not installed (pip install 'cdaflow[{extra}]'; "
        "for the whole workflow 'cdaflow[workflow,marian]')"
    )
