"""A headless Chromium that shows letters and measures them, spoken to by the DevTools protocol over a pair of pipes."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any, Self

FLAGS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--disable-extensions", "--hide-scrollbars", "--remote-debugging-pipe",
)  # fmt: skip
_LONGEST = 60
"""Seconds that one answer may take."""


def missing() -> str:
    """Why there is no browser, or ""."""
    return "" if shutil.which("chromium") else "chromium is not installed"


class Browser:
    """One page of one browser, as wide as it is told, light or dark. ``profile``: a new folder for what it keeps."""

    def __init__(self, profile: Path) -> None:
        told_in, told_out = os.pipe()
        said_in, said_out = os.pipe()
        # The browser reads at its descriptor 3 and answers at 4.
        command = ["bash", "-c", f'exec "$@" 3<&{told_in} 4>&{said_out}', "bash", "chromium", *FLAGS]
        self._process = subprocess.Popen(
            [*command, f"--user-data-dir={profile}", "about:blank"],
            pass_fds=(told_in, said_out),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(told_in)
        os.close(said_out)
        self._tell, self._hear = os.fdopen(told_out, "wb", buffering=0), os.fdopen(said_in, "rb")
        self._number = 0
        self._rest = b""
        self._session = ""
        page = next(one for one in self.ask("Target.getTargets")["targetInfos"] if one["type"] == "page")
        self._session = self.ask("Target.attachToTarget", targetId=page["targetId"], flatten=True)["sessionId"]
        self._frame = self.ask("Page.getFrameTree")["frameTree"]["frame"]["id"]

    def ask(self, method: str, **params: object) -> dict[str, Any]:
        """Has the browser do something; its answer. Raises RuntimeError where it says that it cannot."""
        self._number += 1
        message: dict[str, object] = {"id": self._number, "method": method, "params": params}
        if self._session:
            message["sessionId"] = self._session
        self._tell.write(json.dumps(message).encode() + b"\0")
        while True:
            said = self._next()
            if said.get("id") == self._number:
                if "error" in said:
                    raise RuntimeError(f"{method}: {said['error']}")
                result: dict[str, Any] = said["result"]
                return result

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._rest:
            more = os.read(self._hear.fileno(), 1 << 20)
            if not more:
                raise RuntimeError("the browser is gone")
            self._rest += more
        line, _, self._rest = self._rest.partition(b"\0")
        found: dict[str, Any] = json.loads(line)
        return found

    def show(self, html: str, width: int, *, dark: bool = False) -> None:
        """Shows a page on a screen so wide, and waits for its pictures."""
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self.ask("Emulation.setEmulatedMedia", features=[scheme])
        self.ask("Emulation.setDeviceMetricsOverride", width=width, height=800, deviceScaleFactor=1, mobile=width < 600)
        self.ask("Page.setDocumentContent", frameId=self._frame, html=html)
        self.run("Promise.all([...document.images].map(image => image.decode()))")

    def run(self, script: str) -> Any:
        """The value of a script in the page."""
        said = self.ask("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in said:
            raise RuntimeError(json.dumps(said["exceptionDetails"]))
        return said["result"].get("value")

    def picture(self) -> bytes:
        """The whole page as a PNG file."""
        size = self.ask("Page.getLayoutMetrics")["cssContentSize"]
        clip = {"x": 0, "y": 0, "width": size["width"], "height": min(size["height"], 12_000), "scale": 1}
        found = self.ask("Page.captureScreenshot", format="png", captureBeyondViewport=True, clip=clip)
        return base64.b64decode(found["data"])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._tell.close()
        self._process.kill()
        self._process.wait(_LONGEST)
        self._hear.close()
