"""What may be there together: a superset, found without walking states, for graphs too large to be walked.

The *places* of a net are its pulls, Sends, second Sends of one node, waiting deferred nodes and arrivals at joins. Two
places are a *pair* when one state may hold both. Pairs grow layer by layer: what a task does brings together all it
triggers, and two tasks of a pair bring together what either triggers. Without joins and deferred nodes the pairs are
exact; with them there may be too many, never too few.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from stategraph_lint.program.supersteps.model import Effect, Net, Task, bits


@dataclass(frozen=True, slots=True)
class Places:
    """The numbers of a net's places, and how each kind is told from them."""

    net: Net
    tokens: tuple[tuple[int, int], ...]

    @property
    def size(self) -> int:
        """How many nodes there are: each kind of place but arrivals has one for each."""
        return len(self.net.names)

    def pull(self, node: int) -> int:
        """The place of a pull."""
        return node

    def send(self, node: int, *, second: bool = False) -> int:
        """The place of a Send, or of a second one to the same node."""
        return node + (2 if second else 1) * self.size

    def waiting(self, node: int) -> int:
        """The place of a deferred node that waits."""
        return node + 3 * self.size

    def token(self, join: int, start: int) -> int:
        """The place of an arrival at a join."""
        return 4 * self.size + self.tokens.index((join, start))

    def task(self, place: int) -> Task | None:
        """The task that a place stands for, None for what waits."""
        return Task(place % self.size, place >= self.size) if place < 3 * self.size else None

    def of_task(self, task: Task) -> int:
        """The place of a task."""
        return self.send(task.node) if task.push else self.pull(task.node)

    def of_join(self, number: int) -> list[int]:
        """The places of all arrivals at a join."""
        return [self.token(number, start) for start in bits(self.net.joins[number].starts)]

    def made(self, node: int, effect: Effect) -> list[int]:
        """The places that one effect of a node marks."""
        deferred = self.net.deferred
        out = [self.waiting(target) if deferred >> target & 1 else self.pull(target) for target in bits(effect.goes)]
        for target in dict.fromkeys(effect.sends):
            out.append(self.send(target))
            if effect.sends.count(target) > 1:
                out.append(self.send(target, second=True))
        if effect.arrives and node >= 0:
            joins = enumerate(self.net.joins)
            out += (self.token(number, node) for number, join in joins if join.starts >> node & 1)
        return out


def places(net: Net) -> Places:
    """Number the places of a net."""
    joins = enumerate(net.joins)
    return Places(net, tuple((number, start) for number, join in joins for start in bits(join.starts)))


class Pairs:
    """All pairs of a net, with the layer in which each was found."""

    def __init__(self, net: Net) -> None:
        self.places = places(net)
        self.net = net
        total = 4 * self.places.size + len(self.places.tokens)
        self.beside = [0] * total
        self.layers: list[list[tuple[int, int]]] = [[] for _ in range(total)]
        self._fresh: dict[int, int] = {}
        self._steps = [self._step(place) for place in range(total)]
        self._grow()

    def may_meet(self, one: int, other: int) -> bool:
        """Tell whether one state may hold both places."""
        return bool(self.beside[one] >> other & 1)

    @cached_property
    def makers(self) -> dict[int, list[tuple[int, Effect]]]:
        """By place: the tasks that may mark it, each with an effect that does."""
        out: dict[int, dict[int, Effect]] = {}
        for place in range(3 * self.places.size):
            task = self.places.task(place)
            if task is not None and self.beside[place] >> place & 1:
                for effect in self.net.pushes[task.node] if task.push else self.net.pulls[task.node]:
                    for made in self.places.made(task.node, effect) if not effect.ends else ():
                        out.setdefault(made, {}).setdefault(place, effect)
        return {made: list(found.items()) for made, found in out.items()}

    def layer(self, one: int, other: int) -> int:
        """Give the layer in which a pair was found; pairs of small layers are near START."""
        return next((number for number, mask in self.layers[one] if mask >> other & 1), 0)

    def _step(self, place: int) -> int:
        """Give what may be there a super-step later because of a place: what its task marks, or itself."""
        task = self.places.task(place)
        if task is None:
            return 1 << place
        return sum(1 << made for made in {made for row in self._rows(task) for made in row})

    def _rows(self, task: Task) -> Iterator[list[int]]:
        effects = self.net.pushes[task.node] if task.push else self.net.pulls[task.node]
        for effect in effects:
            if not effect.ends:
                yield self.places.made(task.node, effect)

    def _grow(self) -> None:
        for effect in self.net.entry:
            if not effect.ends:
                self._together(self.places.made(-1, effect))
        number = 1
        while self._fresh:
            fresh, self._fresh = self._fresh, {}
            for place, mask in fresh.items():
                self.layers[place].append((number, mask))
            for place, mask in fresh.items():
                self._follow(place, mask)
            self._fire()
            number += 1

    def _follow(self, place: int, mask: int) -> None:
        task = self.places.task(place)
        if mask >> place & 1 and task is not None:
            for row in self._rows(task):
                self._together(row)
        targets = 0
        for other in bits(mask & ~(1 << place)):
            targets |= self._steps[other]
        if targets:
            for made in bits(self._steps[place]):
                self._add(made, targets)
                twin = made + self.places.size
                if self.places.size <= made < 2 * self.places.size and targets >> made & 1:
                    self._add(twin, targets | 1 << twin)

    def _together(self, row: list[int]) -> None:
        mask = sum({1 << place for place in row})
        for place in row:
            self._add(place, mask)

    def _add(self, place: int, mask: int) -> None:
        new = (mask | 1 << place) & ~self.beside[place]
        if not new:
            return
        self.beside[place] |= new
        self._fresh[place] = self._fresh.get(place, 0) | new
        for other in bits(new):
            if not self.beside[other] >> place & 1:
                self.beside[other] |= 1 << place
                self._fresh[other] = self._fresh.get(other, 0) | 1 << place

    def _fire(self) -> None:
        """Start the ends of joins that may be complete, and what waits."""
        for number, join in enumerate(self.net.joins):
            tokens = self.places.of_join(number)
            if self.completes(number):
                shared = self.beside[tokens[0]]
                for token in tokens[1:]:
                    shared &= self.beside[token]
                deferred = self.net.deferred >> join.end & 1
                self._add(self.places.waiting(join.end) if deferred else self.places.pull(join.end), shared)
        for node in bits(self.net.deferred):
            waiting = self.places.waiting(node)
            if self.beside[waiting]:
                self._add(self.places.pull(node), self._with_waiting(self.beside[waiting]))

    def completes(self, number: int) -> bool:
        """Tell whether all arrivals at a join may be there together; where they may not, it never is complete."""
        tokens = self.places.of_join(number)
        return all(self.beside[one] >> other & 1 for one in tokens for other in tokens)

    def _with_waiting(self, mask: int) -> int:
        """Give what may run or wait beside a deferred node: other deferred nodes, Sends, arrivals; no other pull."""
        size = self.places.size
        pulls = (mask >> 3 * size) & ((1 << size) - 1)
        return (mask & ~((1 << size) - 1) & ~(((1 << size) - 1) << 3 * size)) | pulls
