"""Which findings are reported: by the selected rules, the patterns of files, and the comments in the code."""

from __future__ import annotations

from collections.abc import Iterator

from stategraph_lint.config import least_severity
from stategraph_lint.extract.source import Unreadable
from stategraph_lint.findings import Finding, Severity
from stategraph_lint.ledger import Host, Ledger, Unused
from stategraph_lint.project import Project
from stategraph_lint.rules.base import Rule, registry
from stategraph_lint.rules.files.unused_suppression import UNUSED_SUPPRESSION
from stategraph_lint.suppressions import Suppressions, may_hold_own_codes


class Sieve:
    """What one run reports, and what its comments did."""

    def __init__(self, project: Project, host: Host) -> None:
        self._project = project
        self._host = host
        self._least = {rule.code: least_severity(rule, project.settings) for rule in registry()}
        self._ledger = Ledger(host, self._suppressions, {rule.code: rule.slug for rule in registry()}, self._reports)

    def runs(self, rule: Rule) -> bool:
        """Whether a rule runs at all."""
        return self._least[rule.code] is not None

    def keeps(self, one: Finding) -> bool:
        """Whether a finding is reported; the comments that switch it off are remembered."""
        path = self._project.within(one.path)
        if not self._project.settings.reports(one.code, self._project.root / path):
            return False
        # Before the severity is looked at: a comment may be there for a finding that only a chosen rule shows.
        dropped = self._ledger.drops(path, one.code, one.line)
        least = self._least[one.code]
        return not dropped and least is not None and one.severity.rank >= Severity(least).rank

    def unused(self) -> Iterator[tuple[str, Unused]]:
        """Give what is wrong with the comments of each target file, once all findings went through `keeps`."""
        if not self.runs(UNUSED_SUPPRESSION):
            return
        for path in sorted(self._project.targets):
            if self._may_tell(path):
                yield from ((path, one) for one in self._ledger.unused(path))

    def _may_tell(self, path: str) -> bool:
        """Whether a file has comments to be judged; one that cannot be parsed has none."""
        try:
            named = path not in self._project.unread and may_hold_own_codes(self._project.read(path))
        except Unreadable:
            return False
        return named and self._reports(UNUSED_SUPPRESSION.code, path) and self._project.modules.module(path) is not None

    def _reports(self, code: str, path: str) -> bool:
        full = self._project.root / path
        return (
            self._least.get(code) is not None
            and self._project.settings.reports(code, full)
            and self._host.reports(code, full)
        )

    def _suppressions(self, path: str) -> Suppressions:
        module = self._project.modules.module(path)
        if module is None:
            return Suppressions(())
        return Suppressions.of(module.source.text, noqa=self._host.noqa != "off")
