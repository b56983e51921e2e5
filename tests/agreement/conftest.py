import sys
from contextlib import nullcontext
from pathlib import Path

import pytest
import torch

from cdaflow.trees import Sentence, Token

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(autouse=True, scope="session")
def one_thread():
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    yield
    torch.set_num_threads(before)


@pytest.fixture(params=["this", "another"])
def processor(request):
    """Run a test on this processor, and as on another one."""
    from processors import AnotherProcessor

    with AnotherProcessor() if request.param == "another" else nullcontext():
        yield


@pytest.fixture
def sentence():
    """Return a maker of sentences from lines "form UPOS head relation [FEATS]"."""

    def make(text, sent_id="s"):
        tokens = []
        for number, line in enumerate(text.strip().splitlines(), 1):
            form, upos, head, deprel, *feats = line.split()
            items = dict(item.split("=") for item in feats[0].split("|")) if feats else {}
            tokens.append(
                Token(number, form, form.lower(), upos, items, head=int(head), deprel=deprel)
            )
        return Sentence(tuple(tokens), comments=(f"sent_id = {sent_id}",))

    return make
