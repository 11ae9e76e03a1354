"""The page in a real browser: Debian's Chromium, driven by selenium."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from stategraph_lint.report import page
from tests.report.pictures import HOSTILE, PICTURE

if TYPE_CHECKING:
    from selenium.webdriver.chrome.webdriver import WebDriver
    from selenium.webdriver.remote.webelement import WebElement

BROWSER = shutil.which("chromium") or shutil.which("google-chrome")
DRIVER = shutil.which("chromedriver")
needs_browser = pytest.mark.skipif(not BROWSER or not DRIVER, reason="no Chromium with its driver on this machine")


@pytest.fixture(scope="module")
def browser() -> Iterator[WebDriver]:
    from selenium import webdriver

    assert BROWSER
    assert DRIVER
    options = webdriver.ChromeOptions()
    options.binary_location = BROWSER
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1300,1000"):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    yield driver
    driver.quit()


@pytest.fixture
def opened(browser: WebDriver, tmp_path: Path) -> WebDriver:
    """Open the page of the sample and a copy of it with another name."""
    from msgspec.structs import replace

    target = tmp_path / "graph.html"
    target.write_text(page.render([PICTURE, replace(PICTURE, name="other", findings=())]), encoding="utf-8")
    browser.get(target.as_uri())
    return browser


def all_of(driver: WebDriver, selector: str) -> list[WebElement]:
    return driver.find_elements("css selector", selector)


def one(driver: WebDriver, selector: str) -> WebElement:
    (found,) = all_of(driver, selector)
    return found


def complaints(driver: WebDriver) -> list[dict[str, str]]:
    """Give what the browser's console was told since the last call."""
    found: list[dict[str, str]] = driver.get_log("browser")  # type: ignore[no-untyped-call]
    return found


def running(driver: WebDriver) -> set[str | None]:
    return {node.get_attribute("data-node") for node in all_of(driver, "g.node.running")}


def test_page_needs_no_network() -> None:
    text = page.render([PICTURE])
    assert "<script>alert" not in text
    assert "src=" not in text.replace("default-src", "")
    assert "Permission is hereby granted" in text


@needs_browser
def test_page_loads_without_a_complaint(opened: WebDriver) -> None:
    assert complaints(opened) == []
    assert len(all_of(opened, "g.node")) == len(PICTURE.nodes)
    assert len(all_of(opened, "#drawing g.edge")) == len(PICTURE.edges)
    assert {node.text for node in all_of(opened, "g.node")} >= {"START", "plan", HOSTILE, "write (deferred)"}
    assert "given by the caller" in one(opened, "#unread").text


@needs_browser
def test_all_of_the_drawing_is_in_the_frame(opened: WebDriver) -> None:
    inside = opened.execute_script("""
        const svg = document.getElementById("drawing");
        const [box, frame] = [svg.getBBox(), svg.viewBox.baseVal];
        return frame.x < box.x && frame.y < box.y && frame.x + frame.width > box.x + box.width
            && frame.y + frame.height > box.y + box.height && box.width > 100;
    """)
    assert inside is True


@needs_browser
def test_a_finding_can_be_clicked_and_its_trace_stepped(opened: WebDriver) -> None:
    first, second = all_of(opened, "#findings button")
    assert not one(opened, "#trace").is_displayed()
    first.click()
    assert one(opened, "#step-count").text == "1 of 3"
    assert running(opened) == {"__start__"}
    one(opened, "#step-on").click()
    assert running(opened) == {"plan"}
    one(opened, "#step-on").click()
    assert running(opened) == {HOSTILE, "web"}
    assert not one(opened, "#step-on").is_enabled()
    assert len(all_of(opened, "g.edge.taken")) == 2
    second.click()
    assert not running(opened)
    assert not one(opened, "#trace").is_displayed()
    assert one(opened, "g.node.chosen").get_attribute("data-node") == "critic"


@needs_browser
def test_the_keyboard_is_enough(opened: WebDriver) -> None:
    from selenium.webdriver.common.keys import Keys

    node = one(opened, "g.node[data-node=web]")
    node.send_keys(Keys.ENTER)
    assert "search" in one(opened, "#node-facts").text
    button = all_of(opened, "#findings button")[0]
    button.send_keys(Keys.ENTER)
    button.send_keys(Keys.ARROW_RIGHT)
    assert running(opened) == {"plan"}
    button.send_keys(Keys.ARROW_LEFT)
    assert running(opened) == {"__start__"}
    button.send_keys(Keys.ESCAPE)
    assert not running(opened)


@needs_browser
def test_another_graph_can_be_chosen(opened: WebDriver) -> None:
    from selenium.webdriver.support.select import Select

    Select(one(opened, "#graphs")).select_by_visible_text("other (src/graph.py:40)")
    assert one(opened, "#findings").text == "None."
    assert complaints(opened) == []


@needs_browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_is_readable_in_dark_and_light(opened: WebDriver, scheme: str) -> None:
    feature = {"name": "prefers-color-scheme", "value": scheme}
    opened.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [feature]})
    for selector in ("body", "#origin", "#findings button", "#findings small", "th", "svg g.error text"):
        assert contrast(opened, selector) >= 4.5, selector


def contrast(driver: WebDriver, selector: str) -> float:
    """Give the contrast ratio of WCAG 2 between an element's text and what it stands on."""
    ink, paper = driver.execute_script(
        """
        const element = document.querySelector(arguments[0]);
        const style = getComputedStyle(element);
        if (element.closest("svg")) {
          const box = element.parentNode.querySelector(".box");
          return [style.fill, getComputedStyle(box).fill];
        }
        let under = element;
        while (getComputedStyle(under).backgroundColor === "rgba(0, 0, 0, 0)") under = under.parentElement;
        return [style.color, getComputedStyle(under).backgroundColor];
        """,
        selector,
    )
    lighter, darker = sorted((luminance(ink), luminance(paper)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in colour[colour.index("(") + 1 : -1].split(",")[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
