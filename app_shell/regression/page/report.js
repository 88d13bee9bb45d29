'use strict';
const data = JSON.parse(document.getElementById('data').textContent);
const by = (id) => document.getElementById(id);
const verdicts = ['failed', 'passed', 'skipped'];
const shown = {filter: null, index: 0, backend: null, against: 'golden', gain: 8};
const view = {scale: 1, x: 0, y: 0};  // zoom and position, shared by the pictures of all panes

// Makes an HTML element. Properties that begin with 'on' are event listeners; names with '-' and 'role' are attributes.
function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === 'class') element.className = value;
    else if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else if (name.includes('-') || name === 'role') element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.filter((each) => each !== null && each !== undefined));
  return element;
}

// Pictures ------------------------------------------------------------------------------------------------------------------

const decoded = new Map();
// Returns a promise of the picture with this key: its canvas and its pixels.
function decode(key) {
  if (!key) return Promise.resolve(null);
  if (!decoded.has(key)) {
    decoded.set(key, new Promise((resolve) => {
      const image = new Image();
      image.onload = () => {
        const canvas = make('canvas', {width: image.naturalWidth, height: image.naturalHeight});
        const context = canvas.getContext('2d', {willReadFrequently: true});
        context.drawImage(image, 0, 0);
        resolve({canvas, pixels: context.getImageData(0, 0, canvas.width, canvas.height)});
      };
      image.onerror = () => resolve(null);
      image.src = 'data:image/png;base64,' + data.images[key];
    }));
  }
  return decoded.get(key);
}

// Returns a picture of the absolute difference of two pictures, times gain; null if their sizes differ.
function difference(one, other, gain) {
  if (!one || !other || one.canvas.width !== other.canvas.width || one.canvas.height !== other.canvas.height) return null;
  const canvas = make('canvas', {width: one.canvas.width, height: one.canvas.height});
  const context = canvas.getContext('2d');
  const result = context.createImageData(canvas.width, canvas.height);
  const a = one.pixels.data;
  const b = other.pixels.data;
  for (let i = 0; i < a.length; i += 4) {
    for (let k = 0; k < 3; ++k) result.data[i + k] = Math.abs(a[i + k] - b[i + k]) * gain;
    result.data[i + 3] = 255;
  }
  context.putImageData(result, 0, 0);
  return {canvas, pixels: result};
}

// A picture that can be zoomed and dragged. All panes show the same part of their pictures.
class Pane {
  constructor(title, picture, other, note = '') {
    this.title = title;
    this.picture = picture;
    this.other = other;  // shown while the pointer is over the pane: {title, picture}
    this.canvas = make('canvas', {tabIndex: 0, 'aria-label': title, 'role': 'img'});
    this.caption = make('span', {}, title);
    this.element = make('figure', {class: 'pane'}, this.canvas, make('figcaption', {}, this.caption, make('span', {}, note)));
    this.canvas.addEventListener('pointerenter', () => this.swap(true));
    this.canvas.addEventListener('pointerleave', () => { this.swap(false); readOut(null); });
    this.canvas.addEventListener('pointermove', (event) => this.move(event));
    this.canvas.addEventListener('pointerdown', (event) => { this.held = event; this.canvas.setPointerCapture(event.pointerId); });
    this.canvas.addEventListener('pointerup', () => { this.held = null; });
    this.canvas.addEventListener('wheel', (event) => { event.preventDefault(); this.zoom(event, Math.exp(-event.deltaY * 0.002)); }, {passive: false});
    this.canvas.addEventListener('dblclick', () => { view.scale = 1; view.x = view.y = 0; drawPanes(); });
    this.canvas.addEventListener('keydown', (event) => this.key(event));
  }
  now() { return this.swapped && this.other ? this.other.picture : this.picture; }
  swap(on) {
    if (!this.other) return;
    this.swapped = on;
    this.caption.textContent = on ? this.other.title : this.title;
    this.element.classList.toggle('swapped', on);
    this.draw();
  }
  place(event) {
    const box = this.canvas.getBoundingClientRect();
    return {x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height};
  }
  // Changes the zoom. The pixel under the pointer keeps its position in the pane.
  zoom(event, factor) {
    const at = this.place(event);
    const before = view.scale;
    view.scale = Math.min(64, Math.max(1, view.scale * factor));
    view.x = at.x / before + view.x - at.x / view.scale;
    view.y = at.y / before + view.y - at.y / view.scale;
    drawPanes();
  }
  move(event) {
    const at = this.place(event);
    if (this.held) {
      const from = this.place(this.held);
      view.x -= (at.x - from.x) / view.scale;
      view.y -= (at.y - from.y) / view.scale;
      this.held = event;
      drawPanes();
    }
    readOut({x: view.x + at.x / view.scale, y: view.y + at.y / view.scale});
  }
  key(event) {
    const step = 0.1 / view.scale;
    const box = this.canvas.getBoundingClientRect();
    const middle = {clientX: box.left + box.width / 2, clientY: box.top + box.height / 2};
    if (event.key === '+' || event.key === '=') this.zoom(middle, 1.5);
    else if (event.key === '-') this.zoom(middle, 1 / 1.5);
    else if (event.key === '0') { view.scale = 1; view.x = view.y = 0; drawPanes(); }
    else if (event.key === ' ') this.swap(!this.swapped);
    else if (event.key.startsWith('Arrow')) {
      view.x += event.key === 'ArrowLeft' ? -step : event.key === 'ArrowRight' ? step : 0;
      view.y += event.key === 'ArrowUp' ? -step : event.key === 'ArrowDown' ? step : 0;
      drawPanes();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  }
  draw() {
    const picture = this.now();
    if (!picture) return;
    const {width, height} = picture.canvas;
    const pixels = Math.max(1, Math.round((this.canvas.clientWidth || width) * devicePixelRatio));
    this.canvas.width = pixels;
    this.canvas.height = Math.round(pixels * height / width);
    const context = this.canvas.getContext('2d');
    context.imageSmoothingEnabled = false;
    context.drawImage(picture.canvas, view.x * width, view.y * height, width / view.scale, height / view.scale, 0, 0,
                      this.canvas.width, this.canvas.height);
  }
}

let panes = [];
let pair = null;  // the two pictures whose colours the line below the panes shows
// Keeps the shown part inside the pictures, and draws all panes.
function drawPanes() {
  view.x = Math.min(1 - 1 / view.scale, Math.max(0, view.x));
  view.y = Math.min(1 - 1 / view.scale, Math.max(0, view.y));
  for (const pane of panes) pane.draw();
}
addEventListener('resize', drawPanes);

// Shows the colours of both pictures at a position from 0 to 1, or a hint if there is no position.
function readOut(at) {
  const line = by('readout');
  if (!line) return;
  if (!at || !pair || !pair.found) { line.textContent = line.dataset.hint; return; }
  const {width, height} = pair.found.canvas;
  const x = Math.min(width - 1, Math.max(0, Math.floor(at.x * width)));
  const y = Math.min(height - 1, Math.max(0, Math.floor(at.y * height)));
  const colour = (of) => Array.from(of.pixels.data.slice(4 * (y * width + x), 4 * (y * width + x) + 3));
  const found = colour(pair.found);
  const expected = pair.expected && pair.expected.canvas.width === width ? colour(pair.expected) : null;
  const off = expected ? found.map((value, i) => value - expected[i]) : null;
  line.textContent = `x ${x}, y ${y}    new ${found.join(' ')}` +
      (expected ? `    ${pair.name} ${expected.join(' ')}    difference ${off.map((each) => (each > 0 ? '+' : '') + each).join(' ')}` : '');
}

// Lists ---------------------------------------------------------------------------------------------------------------------

const worst = (of) => verdicts.find((verdict) => of.outcomes.some((each) => each.verdict === verdict)) || 'skipped';
const visible = () => data.cases.map((_, index) => index)
    .filter((index) => !shown.filter || data.cases[index].outcomes.some((each) => each.verdict === shown.filter));

function showTotals() {
  by('made').textContent = data.made;
  const all = data.cases.flatMap((each) => each.outcomes);
  const button = (verdict) => {
    const count = verdict ? all.filter((each) => each.verdict === verdict).length : all.length;
    return make('button', {class: verdict || 'all', 'aria-pressed': String(shown.filter === verdict), onclick: () => {
      shown.filter = verdict;
      if (!visible().includes(shown.index) && visible().length) select(visible()[0]);
      showTotals();
      showCases();
    }}, make('b', {}, String(count)), ' ' + (verdict || 'all'));
  };
  by('totals').replaceChildren(button(null), ...['passed', 'failed', 'skipped'].map(button));
}

function showCases() {
  const list = by('cases');
  list.replaceChildren();
  let sample = null;
  for (const index of visible()) {
    const of = data.cases[index];
    if (of.sample !== sample) list.append(make('h2', {}, sample = of.sample));
    const dots = of.outcomes.map((each) => make('span', {class: 'dot ' + each.verdict, title: `${titled(each.backend)}: ${each.verdict}`}));
    list.append(make('button', {'aria-current': String(index === shown.index), onclick: () => select(index)},
                     make('span', {class: 'name'}, of.name), make('span', {class: 'dots'}, ...dots)));
  }
  if (!list.children.length) list.append(make('p', {class: 'empty'}, 'No case is ' + shown.filter + '.'));
}

function select(index, backend) {
  shown.index = index;
  const of = data.cases[index];
  const wanted = of.outcomes.find((each) => each.backend === backend) ||
                 of.outcomes.find((each) => each.verdict === worst(of)) || of.outcomes[0];
  shown.backend = wanted ? wanted.backend : null;
  view.scale = 1;
  view.x = view.y = 0;
  showCases();
  showDetail();
}

// One case ------------------------------------------------------------------------------------------------------------------

function choice(label, options, chosen, choose) {
  return make('div', {class: 'choice', role: 'group', 'aria-label': label}, ...options.map(({name, text, dot, disabled}) =>
      make('button', {'aria-pressed': String(name === chosen), disabled: Boolean(disabled), onclick: () => choose(name)},
           dot ? make('span', {class: 'dot ' + dot}) : null, text || name)));
}

function number(value) {
  if (value === null) return 'NaN';
  if (typeof value === 'string') return value;
  if (Number.isInteger(value) && Math.abs(value) < 1e6) return String(value);
  return Math.abs(value) >= 1e-3 && Math.abs(value) < 1e5 ? value.toPrecision(4) : value.toExponential(2);
}

// Returns the table of all measured values with their limits.
function figuresTable(of) {
  const rows = of.figures.map((each) => make('tr', {class: each.passed ? '' : 'failed'},
      make('td', {}, make('span', {class: 'dot ' + (each.passed ? 'passed' : 'failed')}), each.name),
      make('td', {}, titled(each.against) || '—'), make('td', {class: 'number mono'}, number(each.value)),
      make('td', {class: 'number mono'}, each.limit), make('td', {class: 'note'}, each.note)));
  return make('div', {class: 'card wide'}, make('table', {},
      make('thead', {}, make('tr', {}, ...['Gate', 'Compared with'].map((text) => make('th', {}, text)),
                             ...['Value', 'Limit'].map((text) => make('th', {class: 'number'}, text)), make('th', {}, ''))),
      make('tbody', {}, ...rows)));
}

function command(what, text) {
  const copy = make('button', {onclick: async () => {
    try { await navigator.clipboard.writeText(text); copy.textContent = 'copied'; } catch { getSelection().selectAllChildren(code); copy.textContent = 'selected'; }
    setTimeout(() => { copy.textContent = 'copy'; }, 1500);
  }}, 'copy');
  // Lines end between words, and not at the hyphens of an option.
  const words = text.split(' ').flatMap((word, i) => [i > 0 ? ' ' : null, make('span', {}, word)]);
  const code = make('code', {}, ...words);
  return make('div', {class: 'line'}, make('span', {class: 'what'}, what), code, copy);
}

// The name of a backend for people: "CPU debug" for "cpu-debug". Other words, such as "golden", stay as they are.
const titled = (name) => data.titles[name] || name;

// Says that the environment variable INGOT_KERNELS replaced kernels of the program, and by which files.
function kernelsBanner(of) {
  if (of.replaced_kernels.length) return [banner('note', 'INGOT_KERNELS was in force: these files ran instead of the program\u2019s own kernels:', of.replaced_kernels.join(', '))];
  if (of.kernels_folder && !of.picture && of.verdict !== 'skipped') return [banner('note', 'INGOT_KERNELS was in force:', `kernel files in ${of.kernels_folder} take the place of the program\u2019s own.`)];
  return [];
}

function banner(kind, title, text) { return make('p', {class: 'banner ' + kind}, make('b', {}, title), text ? ' ' + text : ''); }

function verdictBanner(of) {
  if (of.verdict === 'skipped') return banner('skipped', 'Skipped.', of.reason);
  const failed = of.figures.filter((each) => !each.passed);
  const names = failed.map((each) => each.against ? `${each.name} (${titled(each.against)})` : each.name).join(', ');
  const figures = failed.length ? `${failed.length} of ${of.figures.length} gates failed: ${names}.` : of.figures.length ? `All ${of.figures.length} gates passed.` : '';
  if (of.verdict === 'passed') return banner('passed', 'Passed.', figures);
  return banner('failed', of.crashed ? 'The run failed.' : 'Failed.', [of.reason, figures].filter(Boolean).join(' '));
}

// Fills the panes: new picture, expected picture, their difference, FLIP errors, and the noise test.
async function showPanes(of, one, into, hint) {
  const name = shown.against === 'golden' ? 'golden' : 'CPU debug';
  const [found, expected, heat, noise] = await Promise.all(
      [one.picture, shown.against === 'golden' ? of.golden : of.reference, one.maps[shown.against], one.maps.noise].map(decode));
  pair = {found, expected, name};
  const amplified = difference(found, expected, shown.gain);
  const upper = name[0].toUpperCase() + name.slice(1);
  const swaps = found && expected;
  panes = [];
  if (found) panes.push(new Pane('New', found, swaps ? {title: upper, picture: expected} : null, swaps ? 'hover to see: ' + name : ''));
  if (expected) panes.push(new Pane(upper, expected, swaps ? {title: 'New', picture: found} : null, swaps ? 'hover to see: new' : ''));
  if (amplified) panes.push(new Pane('Difference', amplified, null, `× ${shown.gain}`));
  if (heat) panes.push(new Pane('FLIP', heat, null, ''));
  if (noise) panes.push(new Pane('Noise test', noise, null, '0 to 6 σ'));
  into.replaceChildren(...panes.map((each) => each.element));
  const scale = into.querySelector('figure:nth-child(4) figcaption > span:last-child');
  if (scale && heat) scale.append('0', make('span', {class: 'scale'}), '1');
  if (!expected) into.append(make('figure', {}, make('div', {class: 'missing'}, shown.against === 'golden' ? 'This case has no golden' : 'The CPU debug device has no picture')));
  if (!found) into.append(make('figure', {}, make('div', {class: 'missing'}, 'This run has no picture')));
  drawPanes();
  hint.dataset.hint = 'Wheel: zoom. Drag: move. Double click: whole picture. Hover: swap new and expected. Keys: + − zoom, 0 whole picture, arrows move, space swaps.';
  readOut(null);
  document.body.dataset.ready = String(Number(document.body.dataset.ready || 0) + 1);
}

function showDetail() {
  const of = data.cases[shown.index];
  const detail = by('detail');
  if (!of) { detail.replaceChildren(make('p', {}, 'This run has no cases.')); return; }
  const one = of.outcomes.find((each) => each.backend === shown.backend);
  if (!one) { detail.replaceChildren(make('p', {}, 'No backend was selected for this run.')); return; }
  if (shown.against !== 'golden' && !(one.maps['cpu-debug'] || one.backend !== 'cpu-debug')) shown.against = 'golden';
  history.replaceState(null, '', `#${of.sample}/${of.name}/${one.backend}`);

  const paneGrid = make('div', {class: 'panes', id: 'panes'});
  const readout = make('p', {class: 'readout mono', id: 'readout'});
  const gainText = make('span', {class: 'mono'}, '× ' + shown.gain);
  const gain = make('input', {type: 'range', min: 0, max: 7, step: 1, value: Math.log2(shown.gain), id: 'gain', 'aria-label': 'Gain of the difference', oninput: () => {
    shown.gain = 2 ** Number(gain.value);
    gainText.textContent = '× ' + shown.gain;
    showPanes(of, one, paneGrid, readout);
  }});
  const bar = make('div', {class: 'bar'},
      choice('Backend', of.outcomes.map((each) => ({name: each.backend, text: titled(each.backend), dot: each.verdict})), one.backend, (name) => { shown.backend = name; showDetail(); }),
      choice('Compared with', [{name: 'golden', text: 'golden'}, {name: 'cpu-debug', text: 'CPU debug', disabled: one.backend === 'cpu-debug' && !one.maps['cpu-debug']}],
             shown.against, (name) => { shown.against = name; showDetail(); }),
      make('label', {}, 'Difference', gain, gainText));
  const versions = [['Device', one.device], ['Driver', one.driver], ['Time', one.seconds ? one.seconds.toFixed(2) + ' s' : ''], ...one.versions].filter(([, text]) => text);
  detail.replaceChildren(
      make('div', {class: 'title'}, make('h2', {}, `${of.sample}/${of.name}`), make('span', {class: 'facts'}, of.facts)),
      make('p', {class: 'why'}, of.why), bar, verdictBanner(one), ...kernelsBanner(one),
      ...(one.exception ? [banner('note', 'Different limits apply on ' + titled(one.backend) + ':', one.exception)] : []),
      ...(of.not_repeatable ? [banner('note', 'Two runs may differ:', of.not_repeatable)] : []),
      ...(one.picture || of.golden ? [paneGrid, readout] : []),
      ...(one.figures.length ? [figuresTable(one)] : []),
      make('div', {class: 'below'},
          make('div', {class: 'card'}, make('h3', {}, 'Commands'), make('div', {class: 'commands'},
              command('Render', one.reproduce), command('Check', of.judge), command('Update golden', of.accept))),
          versions.length ? make('div', {class: 'card'}, make('h3', {}, 'Rendered by'), make('dl', {}, ...versions.flatMap(([name, text]) => [make('dt', {}, name), make('dd', {}, text)]))) : null),
      ...(one.output ? [make('div', {class: 'card'}, make('h3', {}, 'Output of the process'), make('pre', {class: 'log mono'}, one.output))] : []));
  if (one.picture || of.golden) showPanes(of, one, paneGrid, readout);
  else document.body.dataset.ready = String(Number(document.body.dataset.ready || 0) + 1);
}

// The page ------------------------------------------------------------------------------------------------------------------

// The address can select a case (#sample/case/backend) and a theme (?theme=dark).
function setTheme(name) { document.documentElement.dataset.theme = name; }
const asked = new URLSearchParams(location.search).get('theme');
setTheme(asked || (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'));
by('theme').addEventListener('click', () => setTheme(document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark'));
addEventListener('keydown', (event) => {
  const step = event.key === 'j' || event.key === 'ArrowDown' ? 1 : event.key === 'k' || event.key === 'ArrowUp' ? -1 : 0;
  const list = visible();
  const place = list.indexOf(shown.index);
  if (!step || event.target.tagName === 'INPUT' || list[place + step] === undefined) return;
  event.preventDefault();
  select(list[place + step]);
});
// Shows the case that the address names, or the first case that failed.
function go() {
  const [sample, name, backend] = decodeURIComponent(location.hash.slice(1)).split('/');
  const named = data.cases.findIndex((each) => each.sample === sample && each.name === name);
  const failed = data.cases.findIndex((each) => worst(each) === 'failed');
  select(named >= 0 ? named : Math.max(failed, 0), backend);
}
addEventListener('hashchange', go);
showTotals();
go();
