"""The probabilities: a bidirectional LSTM over the word, an LSTM over the form so far.

With h_j the encoder's state at position j and s_i the decoder's after y_<i (Wu et al. 2018, section
3; their hard attention of order 0):

    p(a_i = j | y_<i, x)        = softmax_j(s_i' T h_j + b(j - i))
    p(y_i = c | a_i = j, y_<i, x) = g_ij [x_j = c] + (1 - g_ij) softmax_c(W tanh(S s_i + H h_j))

The step at i looks at one position a_i of the source, whose probability depends on the characters
before and not on a_1 ... a_{i-1}. The sum over all J^I alignments is therefore the product over
steps of a sum over positions.

Two things are ours. b is a learned number for each distance (as far as `reach`): a form mostly
keeps the order of its word, which Wu and Cotterell 2019, "Exact Hard Monotonic Attention for
Character-Level Transduction", impose and this lets be learned. g is the probability that the
character looked at is copied (See et al. 2017, "Get To The Point", section 2.2; for inflection
Sharma et al. 2018), so that characters never seen in training pass through. Both leave the sum over
alignments exact. Features are a sum of embeddings, given to the encoder and the decoder at every
step; the decoder starts from the last states of the encoder.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn
from torch.nn.functional import logsigmoid
from torch.nn.utils.rnn import pack_padded_sequence, pad_packed_sequence

from cdaflow.inflection.transducer.batch import UNKNOWN, Batch


def log_steps(log_attention: Tensor, log_emission: Tensor) -> Tensor:
    """Return log p(y_i | y_<i, x) of each step: (B, I).

    `log_attention` (B, I, J): log p(a_i = j | y_<i, x), -inf at positions that are padding.
    `log_emission` (B, I, J): log p(y_i | a_i = j, y_<i, x) of the character that stands at i.
    """
    return torch.logsumexp(log_attention + log_emission, dim=-1)


def log_marginal(log_attention: Tensor, log_emission: Tensor, within: Tensor) -> Tensor:
    """Return log p(y | x), all alignments summed: (B,).

    `within` (B, I): whether step i is in the form (its end included), or padding.
    """
    steps = log_steps(log_attention, log_emission)
    return torch.where(within, steps, torch.zeros_like(steps)).sum(-1)


State = tuple[Tensor, Tensor]


@dataclass(frozen=True)
class Sizes:
    """`embedding` of characters and features; `hidden` of the encoder in each direction (the
    decoder has twice as much); `mixed` of the layer that an output comes from; `reach` of b."""

    embedding: int = 40
    hidden: int = 64
    mixed: int = 64
    reach: int = 6


@dataclass(frozen=True)
class Encoded:
    """A batch after the encoder: what the decoder needs of it at every step.

    `keys` (B, J, 2 hidden): T h_j; `mixed` (B, J, mixed): H h_j; `tags` (B, embedding);
    `outside` (B, J): whether a position is padding; `literal` as in `Batch`.
    """

    keys: Tensor
    mixed: Tensor
    tags: Tensor
    outside: Tensor
    literal: Tensor

    def rows(self, index: Tensor) -> Encoded:
        """Return some rows, in the order of `index` (N,)."""
        return Encoded(
            self.keys[index], self.mixed[index], self.tags[index],
            self.outside[index], self.literal[index],
        )  # fmt: skip


class Network(nn.Module):
    """The network; `characters` and `symbols` are the sizes of the alphabet."""

    def __init__(self, characters: int, symbols: int, sizes: Sizes, dropout: float = 0.0) -> None:
        super().__init__()
        self.sizes = sizes
        embedding, hidden = sizes.embedding, sizes.hidden
        self.characters = nn.Embedding(characters, embedding)
        self.tags = nn.Linear(symbols, embedding)
        self.encoder = nn.LSTM(embedding, hidden, batch_first=True, bidirectional=True)
        self.decoder = nn.LSTM(embedding, 2 * hidden, batch_first=True)
        self.start = nn.Linear(2 * hidden + embedding, 2 * hidden)
        self.keys = nn.Linear(2 * hidden, 2 * hidden, bias=False)
        self.from_decoder = nn.Linear(2 * hidden, sizes.mixed)
        self.from_encoder = nn.Linear(2 * hidden, sizes.mixed, bias=False)
        self.output = nn.Linear(sizes.mixed, characters)
        self.gate = nn.Linear(sizes.mixed, 1)
        self.distance = nn.Parameter(torch.zeros(2 * sizes.reach + 1))
        self.dropout = nn.Dropout(dropout)
        with torch.no_grad():
            # What a network without training does is to copy, position by position: most of a form
            # is its word, and so learning begins with what differs.
            self.distance[sizes.reach] = 3.0
            self.gate.bias.fill_(2.0)

    def encode(self, batch: Batch) -> tuple[Encoded, State]:
        """Return the encoded sources and the decoder's first state (1, B, 2 hidden)."""
        tags = self.tags(batch.symbols)  # (B, embedding)
        inputs = self.dropout(self.characters(batch.source) + tags[:, None])  # (B, J, embedding)
        length = batch.source.shape[1]
        if int(batch.lengths.min()) == length:
            states, (last, _) = self.encoder(inputs)
        else:
            packed = pack_padded_sequence(
                inputs, batch.lengths, batch_first=True, enforce_sorted=False
            )
            output, (last, _) = self.encoder(packed)
            states, _ = pad_packed_sequence(output, batch_first=True, total_length=length)
        states = self.dropout(states)  # (B, J, 2 hidden)
        ends = torch.cat((last[0], last[1], tags), dim=-1)
        first = torch.tanh(self.start(self.dropout(ends)))[None]
        encoded = Encoded(
            self.keys(states), self.from_encoder(states), tags,
            batch.literal == -2, batch.literal,
        )  # fmt: skip
        return encoded, (first, torch.zeros_like(first))

    def decode(self, encoded: Encoded, state: State, before: Tensor) -> tuple[Tensor, State]:
        """Return the decoder's states (B, I, 2 hidden) after `before` (B, I), and the last."""
        inputs = self.dropout(self.characters(before) + encoded.tags[:, None])
        states, state = self.decoder(inputs, state)
        return self.dropout(states), state

    def attention(self, encoded: Encoded, states: Tensor, first: int = 0) -> Tensor:
        """Return log p(a_i = j | y_<i, x): (B, I, J); `first` is the number of the first step."""
        scores = states @ encoded.keys.transpose(1, 2)
        steps = torch.arange(first, first + scores.shape[1])[:, None]
        # Position 0 is the left edge, so step i is level with position i + 1.
        apart = torch.arange(scores.shape[2])[None] - (steps + 1)
        reach = self.sizes.reach
        scores = scores + self.distance[apart.clamp(-reach, reach) + reach]
        scores = scores.masked_fill(encoded.outside[:, None], -torch.inf)
        return torch.log_softmax(scores, dim=-1)

    def emission(self, encoded: Encoded, states: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return logits of characters (B, I, J, characters), log g and log(1 - g) (B, I, J)."""
        mixed = self.from_decoder(states)[:, :, None] + encoded.mixed[:, None]
        mixed = torch.tanh(mixed)  # (B, I, J, mixed)
        gate = self.gate(mixed).squeeze(-1)
        return self.output(mixed), logsigmoid(gate), logsigmoid(-gate)

    def steps(self, batch: Batch) -> tuple[Tensor, Tensor]:
        """Return log attention and log emission of the batch's own forms: (B, I, J) each.

        Only the character that stands at each step is asked for.
        """
        encoded, state = self.encode(batch)
        states, _ = self.decode(encoded, state, batch.target[:, :-1])
        logits, log_copy, log_write = self.emission(encoded, states)
        wanted = batch.target[:, 1:]  # (B, I)
        positions = logits.shape[2]
        index = wanted[:, :, None, None].expand(-1, -1, positions, 1)
        written = logits.gather(-1, index).squeeze(-1) - torch.logsumexp(logits, dim=-1)
        # A character that is not in the alphabet can only be copied.
        written = written.masked_fill((wanted == UNKNOWN)[:, :, None], _NEVER)
        same = batch.target_literal[:, 1:, None] == batch.literal[:, None]  # (B, I, J)
        copied = torch.where(same, log_copy, torch.full_like(log_copy, _NEVER))
        return self.attention(encoded, states), torch.logaddexp(copied, log_write + written)

    def log_likelihood(self, batch: Batch) -> Tensor:
        """Return log p(y | x) of the batch's forms, all alignments summed: (B,)."""
        return log_marginal(*self.steps(batch), batch.target[:, 1:] != 0)

    def next_characters(
        self, encoded: Encoded, states: Tensor, first: int
    ) -> tuple[Tensor, Tensor]:
        """Return what may come next after states (B, 1, 2 hidden) of step `first`.

        The log probabilities that a character is written, (B, characters), and that each position
        is copied, (B, J): what both mean for one character adds up.
        """
        log_attention = self.attention(encoded, states, first)  # (B, 1, J)
        logits, log_copy, log_write = self.emission(encoded, states)
        written = torch.log_softmax(logits, dim=-1) + log_write[..., None]
        every = log_steps(log_attention[..., None, :], written.transpose(-1, -2))
        return every[:, 0], (log_attention + log_copy)[:, 0]


#: The logarithm of a probability that is 0 to any precision; -inf has no gradient.
_NEVER = -1e4
