"""The program for a language model behind HTTP, as docs/alternatives.md has it, asks a server."""

import json
import re
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

ROOT = Path(__file__).parents[2]


class Model(BaseHTTPRequestHandler):
    """A server with the interface of the example, whose model says everything in upper case."""

    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        content = body["messages"][0]["content"].upper()
        answer = json.dumps({"choices": [{"message": {"content": content}}]}).encode()
        self.send_response(200 if self.path == "/v1/chat/completions" else 404)
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *words):
        """Keep quiet."""


@pytest.fixture
def address():
    server = HTTPServer(("127.0.0.1", 0), Model)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def test_it_answers_each_prompt(address):
    page = (ROOT / "docs/alternatives.md").read_text(encoding="utf-8")
    (program,) = re.findall(r"^```python\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    assert "localhost:8080" in program
    prompts = [{"id": "1", "prompt": "el doctor"}, {"id": "2", "prompt": "la médica"}]
    done = subprocess.run(
        [sys.executable, "-c", program.replace("localhost:8080", address)],
        input="".join(f"{json.dumps(one)}\n" for one in prompts),
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    assert answers == [{"id": "1", "answer": "EL DOCTOR"}, {"id": "2", "answer": "LA MÉDICA"}]
