#!/usr/bin/env python3
"""Measures avenir-server beside avenir-mcp 0.8.0, in one run, on one sandbox, over stdio.

    python3 avenir-server/benches/beside_avenir_mcp.py [--profile dist|release|both] [--server FILE]

Prints a table for Markdown for each build, and exits with 1 if a median misses its target in the
build that is shipped, `dist`, or in the one that is given. The peer is installed from PyPI into the
target directory; it needs Python 3.12 or newer, which AVENIR_PEER_PYTHON can name. For Linux:
processor time and memory are read from /proc.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PEER = "avenir-mcp==0.8.0"
ROWS = 200
STARTS = 25
# The peer refuses after 180 requests in an hour, and no setting lifts that. So both servers are
# restarted for each round: a warm-up and 75 calls take 95 requests, and 8 changes with their warm-up
# at most 40.
ROUNDS, WARM_UP, CALLS, CHANGES = 4, 20, 75, 8

# Our figure must be at most this part of the peer's. In a change both wait for the sandbox; the last
# two rows divide that time.
TARGETS = {
    "start to first tools/list, wall (ms)": 40,
    "start to first tools/list, CPU (ms)": 50,
    "resident after tools/list (MB)": 6,
    "resident after the calls (MB)": 6,
    "list_plans, latency (ms)": 20,
    "list_plans, CPU (ms)": 40,
    f"apply_categories, {ROWS} rows, confirmed (ms)": 10,
    "of that, CPU of the server (ms)": 10,
    "of that, CPU of the sandbox (ms)": None,
}
WALL, CPU, LISTED, USED, LATENCY, CALL_CPU, APPLY, OWN, SANDBOX = TARGETS


def clock_of(pid):
    """Returns the id of the CPU clock of a process: see clock_getcpuclockid(3)."""
    return (~pid << 3) | 2


class Server:
    """A server process, and a client of 2025-11-25 that answers every question with yes."""

    def __init__(self, command, environment):
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("AVENIR_", "YNAB_"))}
        self.started = time.perf_counter()
        self.process = subprocess.Popen(
            command, env=kept | environment, bufsize=0,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )
        self.lines = os.fdopen(os.dup(self.process.stdout.fileno()), "rb", 1 << 20)
        self.last_id = self.questions = 0

    def send(self, message):
        self.raw(json.dumps({"jsonrpc": "2.0", **message}).encode())

    def raw(self, line):
        data = memoryview(line + b"\n")
        while data:
            data = data[os.write(self.process.stdin.fileno(), data):]

    def ask(self, method, params):
        """Sends a request; gives the result, the seconds it took, and the processor's.

        What this program does itself to the message is outside of the clock.
        """
        self.last_id += 1
        request = {"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params}
        line = json.dumps(request).encode()
        # Work after the answer counts for this call, up to the next call.
        cpu, began = self.cpu(), time.perf_counter()
        self.raw(line)
        while True:
            line = self.lines.readline()
            took = time.perf_counter() - began
            if not line:
                raise SystemExit(f"{self.process.args[0]} ended at {method}")
            message = json.loads(line)
            if message.get("method") == "elicitation/create":
                self.agree(message)
            elif message.get("id") == self.last_id and "method" not in message:
                break
        if "error" in message or message["result"].get("isError"):
            raise SystemExit(f"{self.process.args[0]}: {method}: {line.decode()[:500]}")
        return message["result"], took, self.cpu() - cpu

    def agree(self, question):
        self.questions += 1
        # The form has one field, which is a yes or no.
        (field,) = question["params"]["requestedSchema"]["properties"]
        answer = {"action": "accept", "content": {field: True}}
        self.send({"id": question["id"], "result": answer})

    def open(self):
        """Opens the session and lists the tools; gives the seconds since the start."""
        self.ask("initialize", {
            "protocolVersion": "2025-11-25",
            "capabilities": {"elicitation": {}},
            "clientInfo": {"name": "bench", "version": "1"},
        })
        self.send({"method": "notifications/initialized"})
        tools, _, _ = self.ask("tools/list", {})
        assert "apply_categories" in [tool["name"] for tool in tools["tools"]]
        return time.perf_counter() - self.started

    def call(self, name, arguments):
        return self.ask("tools/call", {"name": name, "arguments": arguments})

    def family(self):
        """Returns the process with all its descendants."""
        found, seen = [self.process.pid], 0
        while seen < len(found):
            for task in Path(f"/proc/{found[seen]}/task").iterdir():
                found += map(int, (task / "children").read_text().split())
            seen += 1
        return found

    def cpu(self):
        """Returns the CPU seconds of all threads. For ended children the resolution is a tick."""
        stat = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        ended = (int(stat[13]) + int(stat[14])) / os.sysconf("SC_CLK_TCK")
        return ended + sum(time.clock_gettime(clock_of(pid)) for pid in self.family())

    def resident(self):
        lines = "".join(Path(f"/proc/{pid}/status").read_text() for pid in self.family())
        kilobytes = [int(line.split()[1]) for line in lines.splitlines() if "VmRSS" in line]
        return sum(kilobytes) / 1000

    def close(self):
        self.process.stdin.close()
        self.lines.close()
        self.process.stdout.close()
        self.process.wait(20)


class Sandbox:
    """The sandbox with the plans that both servers use."""

    def __init__(self, server, folder):
        self.process = subprocess.Popen(
            [server, "sandbox", "--unlimited", "--port", "0", "--file", folder / "plan.db"],
            stdout=subprocess.PIPE, text=True,
        )
        words = self.process.stdout.readline().split()
        self.environment = dict(word.split("=", 1) for word in words)
        self.plan = self.get("plans")["plans"][0]["id"]
        off = {a["id"] for a in self.get(f"plans/{self.plan}/accounts")["accounts"]
               if not a["on_budget"]}
        rows = [t["id"] for t in self.transactions()
                if not (t["subtransactions"] or t["transfer_account_id"])
                and t["account_id"] not in off]
        self.rows = rows[-ROWS:]
        assert len(self.rows) == ROWS
        groups = self.get(f"plans/{self.plan}/categories")["category_groups"]
        plain = [c["id"] for group in groups[1:] for c in group["categories"]
                 if not (c["hidden"] or group["hidden"] or c.get("internal"))
                 and group["name"] not in ("Internal Master Category", "Credit Card Payments")]
        self.categories = plain[:2]

    def cpu(self):
        return time.clock_gettime(clock_of(self.process.pid))

    def get(self, path):
        request = urllib.request.Request(
            f"{self.environment['AVENIR_MCP_YNAB_URL']}/{path}",
            headers={"Authorization": f"Bearer {self.environment['YNAB_API_KEY']}"},
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)["data"]

    def transactions(self):
        path = f"plans/{self.plan}/transactions?since_date=2000-01-01"
        return self.get(path)["transactions"]

    def all_have(self, category):
        ids = set(self.rows)
        return all(t["category_id"] == category for t in self.transactions() if t["id"] in ids)


def change(server, sandbox, category):
    """Makes a confirmed change of all rows, and checks that it was asked about and applied.

    Gives its seconds, and those of the server's and the sandbox's processors.
    """
    asked, busy = server.questions, sandbox.cpu()
    rows = [{"transaction_id": row, "category_id": category} for row in sandbox.rows]
    arguments = {"plan_id": sandbox.plan, "assignments": rows}
    result, took, cpu = server.call("apply_categories", arguments)
    busy = sandbox.cpu() - busy
    assert result["structuredContent"]["status"] == "applied", result["structuredContent"]
    assert server.questions == asked + 1
    assert sandbox.all_have(category)
    return took, cpu, busy


def measure(commands, sandbox, folder):
    """Returns the values of each figure, ours and the peer's."""
    figures = {name: ([], []) for name in TARGETS}

    def start(which):
        environment = sandbox.environment | {
            "AVENIR_MCP_WRITE": "1",
            "AVENIR_MCP_JOURNAL": str(folder / f"journal-{which}"),
            # Each server refuses the settings of the other.
            ("AVENIR_MCP_HOURLY_LIMIT", "AVENIR_MCP_NO_UPDATE_CHECK")[which]: "1000000",
        }
        return Server(commands[which], environment)

    for number in range(STARTS + 1):
        for which in (0, 1):
            server = start(which)
            took, cpu = server.open(), server.cpu()
            if number:  # The first fills the file cache, and the peer's bytecode.
                figures[WALL][which].append(took * 1000)
                figures[CPU][which].append(cpu * 1000)
            server.close()
    for _ in range(ROUNDS):
        servers = [start(0), start(1)]
        for which, server in enumerate(servers):
            server.open()
            figures[LISTED][which].append(server.resident())
        for number in range(WARM_UP + CALLS):
            for which, server in enumerate(servers):
                _, took, cpu = server.call("list_plans", {})
                if number >= WARM_UP:
                    figures[LATENCY][which].append(took * 1000)
                    figures[CALL_CPU][which].append(cpu * 1000)
        for number in range(CHANGES + 1):
            for which, server in enumerate(servers):
                spent = change(server, sandbox, sandbox.categories[which])
                if number:
                    for name, seconds in zip((APPLY, OWN, SANDBOX), spent):
                        figures[name][which].append(seconds * 1000)
        for which, server in enumerate(servers):
            figures[USED][which].append(server.resident())
            server.close()
    return figures


def table(figures):
    """Prints the medians. Returns the names of those that miss their target."""
    missed = []
    print("| median of | n | avenir-server | avenir-mcp 0.8.0 | ratio | target | |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | --- |")
    for name, (ours, peers) in figures.items():
        our, peer = statistics.median(ours), statistics.median(peers)
        ratio, wanted = peer / our, TARGETS[name]
        if wanted and ratio < wanted:
            missed.append(name)
        target = f"1/{wanted}" if wanted else ""
        verdict = wanted and ("missed" if name in missed else "met") or ""
        print(f"| {name} | {len(ours)} | {our:.2f} | {peer:.2f} | 1/{ratio:.1f} "
              f"| {target} | {verdict} |")
    return missed


def peer(target):
    """Installs the peer if it is missing, and returns its program."""
    program = target / "peer" / "bin" / "avenir-mcp"
    if program.exists():
        return program
    named = os.environ.get("AVENIR_PEER_PYTHON")
    # A shim of pyenv runs only if its version is chosen, but the versions themselves always run.
    usual = ["python3.13", "python3.12", "python3"]
    usual += Path.home().glob(".pyenv/versions/3.1[2-9]*/bin/python3")
    for name in [named] if named else usual:
        python = shutil.which(name)
        probe = [python, "-c", "import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 12))"]
        if python and subprocess.run(probe, stderr=subprocess.DEVNULL).returncode == 0:
            break
    else:
        raise SystemExit(f"{PEER} needs Python 3.12 or newer: name one with AVENIR_PEER_PYTHON")
    shutil.rmtree(target / "peer", ignore_errors=True)
    subprocess.run([python, "-m", "venv", target / "peer"], check=True)
    pip = [target / "peer" / "bin" / "python", "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, "--disable-pip-version-check", PEER], check=True)
    return program


def build(profile, target):
    """Builds the server with a profile, and returns its program."""
    command = ["cargo", "build", "--profile", profile, "--locked", "-p", "avenir-server"]
    subprocess.run(command, cwd=ROOT, check=True)
    return target / profile / "avenir-server"


def compare(server, program):
    """Measures a server beside the peer, and prints the table. Returns the missed targets."""
    with tempfile.TemporaryDirectory() as folder:
        sandbox = Sandbox(server, Path(folder))
        try:
            figures = measure([[server], [program]], sandbox, Path(folder))
        finally:
            sandbox.process.terminate()
            sandbox.process.wait()
    return table(figures)


def main():
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--profile", choices=["dist", "release", "both"], default="dist")
    arguments.add_argument("--server", type=Path, help="a server that is built already")
    options = arguments.parse_args()
    cargo = ["cargo", "metadata", "--format-version", "1", "--no-deps"]
    about = json.loads(subprocess.check_output(cargo, cwd=ROOT))
    target = Path(about["target_directory"])
    if options.server:
        servers = {"given": options.server.resolve()}
    else:
        profiles = ["dist", "release"] if options.profile == "both" else [options.profile]
        servers = {profile: build(profile, target) for profile in profiles}
    program, missed = peer(target), {}
    for name, server in servers.items():
        if len(servers) > 1:
            print(f"\nThe {name} build:\n")
        missed[name] = compare(server, program)
    # The targets apply to the shipped build.
    shipped = {name: misses for name, misses in missed.items() if name != "release"}
    sys.exit(1 if any(shipped.values()) else 0)


if __name__ == "__main__":
    main()
