"""The search for the best forms: greedy, or with a beam, over all items of a batch at once."""

from __future__ import annotations

import torch
from torch import Tensor

from cdaflow.inflection.transducer.batch import EDGE, PADDING, UNKNOWN, Alphabet, Batch
from cdaflow.inflection.transducer.network import Network

#: Forms so much less probable (in nats) than one that is found are not pursued.
_HOPELESS = 12.0


def best_forms(
    network: Network, batch: Batch, alphabet: Alphabet, beam: int = 1
) -> list[list[tuple[str, float]]]:
    """Return up to `beam` forms for each row, the most probable first, each with its log p.

    log p sums over all alignments, the end of the form included; `beam` 1 is greedy. No form is
    empty, and none longer than twice the source and 10 characters: a row that never came to an
    end has the form as far as it went, with log p of so much.
    """
    rows = len(batch)
    network.eval()
    with torch.no_grad():
        encoded, state = network.encode(batch)
        offset = torch.arange(rows)[:, None] * beam
        each = torch.arange(rows).repeat_interleave(beam)
        encoded, state = encoded.rows(each), (state[0][:, each], state[1][:, each])
        copies = _copied(batch, alphabet)[each]
        scores = torch.full((rows, beam), -torch.inf)
        scores[:, 0] = 0.0
        history = torch.full((rows, beam, 1), EDGE)
        ended = torch.zeros((rows, beam), dtype=torch.bool)
        limit = 2 * int(batch.lengths.max()) + 10
        for step in range(limit):
            last = history[:, :, -1].reshape(-1)
            last = torch.where(last >= alphabet.size, UNKNOWN, last)
            states, state = network.decode(encoded, state, last[:, None])
            written, copied = network.next_characters(encoded, states, step)
            following = _added(written, copied, copies)
            if step == 0:
                following[:, EDGE] = -torch.inf
            following[ended.reshape(-1)] = -torch.inf
            following[ended.reshape(-1), EDGE] = 0.0
            total = (scores.reshape(-1, 1) + following).view(rows, -1)
            scores, chosen = total.topk(beam, dim=1)
            origin, character = chosen // following.shape[1], chosen % following.shape[1]
            source = (offset + origin).reshape(-1)
            state = (state[0][:, source], state[1][:, source])
            history = history.reshape(rows * beam, -1)[source].view(rows, beam, -1)
            history = torch.cat((history, character[:, :, None]), dim=2)
            ended = ended.reshape(-1)[source].view(rows, beam) | (character == EDGE)
            best = torch.where(ended, scores, -torch.inf).max(1, keepdim=True).values
            hopeless = scores < best - _HOPELESS
            if bool((ended | hopeless).all()):
                break
    return _read(batch, alphabet, history, scores, ended)


def _copied(batch: Batch, alphabet: Alphabet) -> Tensor:
    """Return the number of the character that a copy of each position gives: (B, J).

    A character that is not in the alphabet has, from alphabet.size up, that of the first position
    where it stands.
    """
    same = batch.literal[:, :, None] == batch.literal[:, None]
    first = same.int().argmax(-1)  # the first position with the same character
    return torch.where(batch.source == UNKNOWN, alphabet.size + first, batch.source)


def _added(written: Tensor, copied: Tensor, copies: Tensor) -> Tensor:
    """Return log p of the next character, written or copied: (B, characters + J)."""
    probability = torch.cat((written.exp(), torch.zeros_like(copied)), dim=1)
    probability.scatter_add_(1, copies, copied.exp())
    probability[:, PADDING] = 0.0
    probability[:, UNKNOWN] = 0.0
    return probability.log()


def _read(
    batch: Batch, alphabet: Alphabet, history: Tensor, scores: Tensor, ended: Tensor
) -> list[list[tuple[str, float]]]:
    forms: list[list[tuple[str, float]]] = []
    for row, literal in enumerate(batch.literal.tolist()):
        whole: list[tuple[str, float]] = []
        cut: list[tuple[str, float]] = []
        for numbers, score, end in zip(
            history[row].tolist(), scores[row].tolist(), ended[row].tolist(), strict=True
        ):
            if score == -torch.inf:
                continue
            letters = []
            for number in numbers[1:]:
                if number == EDGE:
                    break
                known = number < alphabet.size
                position = number - alphabet.size
                letters.append(alphabet.letter(number) if known else chr(literal[position]))
            (whole if end else cut).append(("".join(letters), score))
        forms.append(sorted(whole, key=lambda found: -found[1]) or cut[:1])
    return forms
