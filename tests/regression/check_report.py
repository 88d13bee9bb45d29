#!/usr/bin/env python3
"""Operates the report of `ingot regress` in headless Chromium: check_report.py PROGRAM [SCREENSHOT.png]

PROGRAM is the tests' program with a sample that contains selectable faults. Exits with 77 if Chromium is not installed. The
second argument names a file for a screenshot of the page.
"""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

CASES = {
    "cases": [
        {"name": "one", "why": "a shifted picture", "frames": 2, "size": [64, 40], "gates": {"flip": {"mean": 0.01}, "psnr": 50}},
        {"name": "two", "why": "a correct picture", "frames": 2, "size": [64, 40], "gates": {"flip": {"mean": 0.01}}},
    ]
}

# Runs in the page after the page's own script: examines the content of the page and simulates a user's input.
DRIVER = r"""
window.onerror = (message) => { document.body.dataset.error = message; };
const results = {};
const check = (name, holds) => { results[name] = Boolean(holds); };
const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
const canvases = () => [...document.querySelectorAll('#panes canvas')];
const picture = (canvas) => canvas.toDataURL();
const captions = () => [...document.querySelectorAll('#panes figcaption > span:first-child')].map((each) => each.textContent);
const pointer = (canvas, kind) => {
  const box = canvas.getBoundingClientRect();
  canvas.dispatchEvent(new PointerEvent(kind, {clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, bubbles: true, pointerId: 1}));
};
async function drive() {
  for (let i = 0; i < 100 && !document.body.dataset.ready; ++i) await wait(50);
  check('the case that failed is shown first', document.querySelector('.title h2').textContent === 'squares/one');
  check('both cases are listed', document.querySelectorAll('nav button').length === 2);
  check('the totals are shown', document.getElementById('totals').textContent.includes('1 failed') && document.getElementById('totals').textContent.includes('1 passed'));
  check('there are four panes', captions().join() === 'New,Golden,Difference,FLIP');
  check('failed results are marked', document.querySelectorAll('tr.failed').length >= 2);
  check('the banner names each gate that failed', [...document.querySelectorAll('tr.failed td:first-child')].every((each) => document.querySelector('.banner.failed').textContent.includes(each.textContent)));
  check('device and driver are shown', document.querySelector('dl').textContent.includes('Device') && document.querySelector('dl').textContent.includes('opengl'));
  check('commands are shown', ['ingot run squares --headless', 'ingot regress squares/one --update squares/one'].every((text) => document.querySelector('.commands').textContent.includes(text)));

  const [fresh, golden, off, flip] = canvases();
  check('new and golden differ', picture(fresh) !== picture(golden));
  const before = picture(fresh);
  const whole = picture(golden);
  pointer(fresh, 'pointerenter');
  check('the new picture swaps to the golden under the pointer', captions()[0] === 'Golden' && picture(fresh) === whole);
  pointer(fresh, 'pointermove');
  check('pixels are read out', /x \d+, y \d+ .*new \d+ \d+ \d+ .*golden \d+ \d+ \d+ .*difference/.test(document.getElementById('readout').textContent));
  pointer(fresh, 'pointerleave');
  check('the new picture returns when the pointer leaves', captions()[0] === 'New' && picture(fresh) === before);

  const all = canvases().map(picture);
  const box = fresh.getBoundingClientRect();
  fresh.dispatchEvent(new WheelEvent('wheel', {deltaY: -800, clientX: box.left + box.width / 3, clientY: box.top + box.height / 3, bubbles: true, cancelable: true}));
  check('the wheel zooms all panes', view.scale > 2 && canvases().every((each, i) => picture(each) !== all[i]));
  fresh.dispatchEvent(new MouseEvent('dblclick', {bubbles: true}));
  check('a double click shows all again', view.scale === 1 && picture(fresh) === before);
  fresh.dispatchEvent(new KeyboardEvent('keydown', {key: '+', bubbles: true, cancelable: true}));
  check('keys zoom too', view.scale > 1);
  fresh.dispatchEvent(new KeyboardEvent('keydown', {key: '0', bubbles: true, cancelable: true}));

  const gain = document.getElementById('gain');
  gain.value = 0;
  gain.dispatchEvent(new Event('input', {bubbles: true}));
  await wait(100);
  check('the gain changes the difference', document.querySelectorAll('#panes figcaption')[2].textContent.includes('× 1') && picture(canvases()[2]) !== all[2]);

  const theme = document.documentElement.dataset.theme;
  document.getElementById('theme').click();
  check('the theme switches between light and dark', document.documentElement.dataset.theme !== theme);
  document.querySelector('#totals .skipped').click();
  check('a filter without matches shows a message', document.querySelector('nav').textContent.includes('No case is skipped.'));
  document.querySelector('#totals .passed').click();
  await wait(100);
  check('a filter selects a matching case', document.querySelector('.title h2').textContent === 'squares/two' && document.querySelectorAll('nav button').length === 1);
  check('a passed case has a banner', document.querySelector('.banner.passed'));
  document.querySelector('#totals .all').click();
  document.body.dispatchEvent(new KeyboardEvent('keydown', {key: 'k', bubbles: true, cancelable: true}));
  check('keys select the next case', document.querySelector('.title h2').textContent === 'squares/one');
}
drive().catch((problem) => { results[String(problem)] = false; }).finally(() => {
  document.body.dataset.results = JSON.stringify(results);
});
"""


def run(command, environment=None, accept=(0,)):
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=240, check=False)
    if done.returncode not in accept:
        sys.exit(f"{' '.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}")
    return done.stdout


def regress(program, folder):
    environment = {**os.environ, "INGOT_TEST_FOLDER": str(folder)}
    command = [program, "regress", "--backend", "cpu-debug", "--report", folder / "report"]
    cases = folder / "regression.json"
    cases.write_text(json.dumps(CASES))
    run([*command, "--update"], environment)
    CASES["cases"][0]["parameters"] = {"fault": "shift"}
    cases.write_text(json.dumps(CASES))
    run(command, environment, accept=(1,))
    return folder / "report/index.html"


def main():
    browser = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if not browser:
        print("skipped: Chromium is not installed; 'apt-get install chromium' installs it")
        return 77
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        page = regress(sys.argv[1], folder)
        driven = folder / "driven.html"
        driven.write_text(page.read_text().replace("</body>", f"<script>{DRIVER}</script></body>"))
        quiet = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", f"--user-data-dir={folder}/profile"]
        if len(sys.argv) > 2:
            run([*quiet, "--window-size=1500,1250", "--virtual-time-budget=5000", f"--screenshot={sys.argv[2]}", page.as_uri()])
        text = run([*quiet, "--window-size=1400,1000", "--virtual-time-budget=20000", "--dump-dom", driven.as_uri()])
    found = re.search(r'data-results="([^"]*)"', text)
    error = re.search(r'data-error="([^"]*)"', text)
    if error:
        sys.exit(f"the page's script failed: {error.group(1)}")
    if not found:
        sys.exit("the test did not finish: the page contains no results")
    results = json.loads(found.group(1).replace("&quot;", '"').replace("&amp;", "&"))
    for check, holds in results.items():
        print(("ok      " if holds else "FAILED  ") + check)
    return 0 if len(results) >= 20 and all(results.values()) else 1


sys.exit(main())
