from __future__ import annotations

import contextlib
import json
import sqlite3
from functools import cache
from importlib.metadata import distribution
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from stategraph_lint.findings import Related, Severity
from stategraph_lint.report import sarif
from stategraph_lint.rules.base import registry
from tests.samples import finding, report


@cache
def schema() -> dict[str, Any]:
    """Give the SARIF 2.1.0 schema, out of the store of schemas that the package `schemastore` brings along.

    Its own reader would renew the store over the network, so the bytes are taken as they are.
    """
    store = Path(str(distribution("schemastore").locate_file("schemastore/cache.sqlite")))
    with contextlib.closing(sqlite3.connect(f"file:{store}?mode=ro&immutable=1", uri=True)) as connection:
        for (blob,) in connection.execute("SELECT value FROM responses"):
            if b"sarif-schema-2.1.0.json" in blob[:1000]:
                text = blob[blob.index(b"{\r\n") :].decode("utf-8", "replace")
                document: dict[str, Any] = json.JSONDecoder().raw_decode(text)[0]
                return document
    raise LookupError("the store has no SARIF 2.1.0 schema")


def log(*findings: Any, complete: bool = True) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(sarif.render(report(*findings), registry(), "0.1.0", complete=complete))
    jsonschema.Draft7Validator(schema()).validate(document)
    return document


def test_the_schema_refuses_what_is_wrong() -> None:
    document = log(finding())
    document["runs"][0]["results"][0]["level"] = "catastrophe"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.Draft7Validator(schema()).validate(document)


def test_a_log_without_results() -> None:
    document = log()
    (run,) = document["runs"]
    assert document["version"] == "2.1.0"
    assert run["results"] == []
    assert run["invocations"] == [{"executionSuccessful": True}]
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == [rule.code for rule in registry()]


def test_a_result() -> None:
    document = log(finding("SGL002", Severity.WARNING, why="because", related=(Related("a b.py", 9, 5, "here"),)))
    run = document["runs"][0]
    (result,) = run["results"]
    assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"] == "SGL002"
    assert result["level"] == "warning"
    assert result["message"] == {"text": "something is wrong. because"}
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "src/nodes.py", "uriBaseId": "%SRCROOT%"}
    assert place["region"] == {"startLine": 2, "startColumn": 12, "endLine": 2, "endColumn": 17}
    assert result["relatedLocations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "a%20b.py"


def test_paths_of_all_kinds() -> None:
    results = log(finding(path="/abs/é.py"), finding(path="../up.py"), finding(path="\udcff.py"))["runs"][0]["results"]
    locations = [result["locations"][0]["physicalLocation"]["artifactLocation"] for result in results]
    assert locations == [
        {"uri": "file:///abs/%C3%A9.py"},
        {"uri": "../up.py", "uriBaseId": "%SRCROOT%"},
        {"uri": "%FF.py", "uriBaseId": "%SRCROOT%"},
    ]


def test_a_run_that_could_not_check_everything() -> None:
    assert log(finding(), complete=False)["runs"][0]["invocations"] == [{"executionSuccessful": False}]
