/**
 * The script of the report page: filters, search, copying, and exchanges on demand. It runs in a browser, as the one inline
 * module of the page, has no access to a network, and inserts what the service sent as text only. The page can be read without it.
 */

/**
 * @typedef {object} Archived an exchange in the page's archive, as lib/report/html/archive.ts writes it
 * @property {number} id
 * @property {string} probe
 * @property {string} request
 * @property {string} answer
 * @property {string} curl
 */

/**
 * The element with an id, if the page has it.
 *
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T | undefined}
 */
function find(id, kind) {
  const found = document.getElementById(id);
  return found instanceof kind ? found : undefined;
}

/**
 * The element with an id, which every page has.
 *
 * @template {HTMLElement} T
 * @param {string} id
 * @param {new () => T} kind
 * @returns {T}
 */
function get(id, kind) {
  const found = find(id, kind);
  if (found === undefined) throw new TypeError(`the page has no ${id}`);
  return found;
}

/**
 * @template {HTMLElement} T
 * @param {string} selector
 * @param {new () => T} kind
 * @param {ParentNode} within
 * @returns {T[]}
 */
function all(selector, kind, within = document) {
  return Array.from(within.querySelectorAll(selector)).flatMap((one) => (one instanceof kind ? [one] : []));
}

const rules = all('details.rule', HTMLDetailsElement);
const areas = all('details.area', HTMLDetailsElement);
const filters = find('filters', HTMLFormElement);
const showAllRules = filters && enableFilters(filters);
const rowFilters = find('row-filters', HTMLFormElement);
if (rowFilters) enableRowFilters(rowFilters);
addEventListener('hashchange', openLinkedRule);
openLinkedRule();
enableCopying();
enableLookUp();
foldLongValues();

/**
 * @param {HTMLFormElement} form
 * @returns {() => void} clears the filters
 */
function enableFilters(form) {
  const search = get('find', HTMLInputElement);
  const count = get('found', HTMLElement);
  const folded = areas.filter(({ open }) => !open);
  let wasNarrowed = false;
  const texts = new Map(rules.map((rule) => [rule, rule.textContent.toLowerCase()]));

  /** @param {string} name */
  const checked = (name) => all(`input[name="${name}"]:checked`, HTMLInputElement, form).map(({ value }) => value);

  const narrow = () => {
    const verdicts = checked('verdict');
    const levels = checked('level');
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const rule of rules) {
      const { verdict = '', level = '' } = rule.dataset;
      rule.hidden = !(
        (verdicts.length === 0 || verdicts.includes(verdict)) &&
        (levels.length === 0 || levels.includes(level)) &&
        words.every((word) => texts.get(rule)?.includes(word))
      );
    }
    for (const area of areas) area.hidden = all('details.rule:not([hidden])', HTMLElement, area).length === 0;
    const isNarrowed = verdicts.length + levels.length + words.length > 0;
    if (isNarrowed !== wasNarrowed) for (const area of folded) area.open = isNarrowed;
    wasNarrowed = isNarrowed;
    const visible = rules.filter(({ hidden }) => !hidden).length;
    count.textContent = visible === rules.length ? `All ${visible} rules` : `${visible} of ${rules.length} rules`;
  };

  form.hidden = false;
  form.addEventListener('input', narrow);
  form.addEventListener('submit', (event) => event.preventDefault());
  narrow();
  return () => {
    form.reset();
    narrow();
  };
}

/**
 * Narrows the rows of tables that are in groups; what is empty then goes away with them.
 *
 * @param {HTMLFormElement} form
 */
function enableRowFilters(form) {
  const search = get('row-find', HTMLInputElement);
  const group = get('row-group', HTMLSelectElement);
  const compared = get('row-compared', HTMLSelectElement);
  const count = get('row-found', HTMLElement);
  const groups = all('[data-group]', HTMLElement);
  const bodies = groups.flatMap((one) => all('tbody', HTMLTableSectionElement, one));
  const rows = bodies.flatMap((body) => {
    const title = body.rows[0]?.textContent ?? '';
    return all('tr[data-compared]', HTMLElement, body).map((row) => ({
      row,
      text: `${title} ${row.textContent}`.toLowerCase(),
      group: body.closest('[data-group]')?.getAttribute('data-group'),
    }));
  });

  const narrow = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    for (const { row, text, group: own } of rows)
      row.hidden = !(
        (group.value === '' || group.value === own) &&
        (compared.value === '' || compared.value === row.dataset['compared']) &&
        words.every((word) => text.includes(word))
      );
    for (const part of [...bodies, ...groups])
      part.hidden = all('tr[data-compared]:not([hidden])', HTMLElement, part).length === 0;
    const visible = rows.filter(({ row }) => !row.hidden).length;
    count.textContent = visible === rows.length ? `All ${visible} rows` : `${visible} of ${rows.length} rows`;
  };

  form.hidden = false;
  form.addEventListener('input', narrow);
  form.addEventListener('submit', (event) => event.preventDefault());
  narrow();
}

/** A link to a rule opens it, even when the filters hide it. */
function openLinkedRule() {
  const rule = find(location.hash.slice(1), HTMLDetailsElement);
  if (rule === undefined || !rules.includes(rule)) return;
  if (rule.hidden) showAllRules?.();
  const area = rule.closest('details.area');
  if (area instanceof HTMLDetailsElement) area.open = true;
  rule.open = true;
  rule.scrollIntoView();
}

/** Shows the beginning of a long value, and the rest on demand. */
function foldLongValues() {
  for (const rest of all('.rest', HTMLElement)) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'more';
    button.textContent = `… ${rest.textContent.length} more characters`;
    button.addEventListener('click', () => {
      rest.hidden = false;
      button.remove();
    });
    rest.hidden = true;
    rest.before(button);
  }
}

function enableCopying() {
  const status = get('said', HTMLElement);
  for (const button of all('button.copy', HTMLButtonElement)) button.hidden = false;
  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('button.copy') : null;
    if (button instanceof HTMLButtonElement) void copyBeside(button, status);
  });
}

/**
 * Copies the text in front of a button.
 *
 * @param {HTMLButtonElement} button
 * @param {HTMLElement} status
 */
async function copyBeside(button, status) {
  const isCopied = await copy(button.previousElementSibling?.textContent ?? '');
  button.textContent = isCopied ? 'Copied' : 'Not copied';
  status.textContent = button.textContent;
  button.focus();
  setTimeout(() => (button.textContent = 'Copy'), 1500);
}

/**
 * @param {string} text
 * @returns {Promise<boolean>}
 */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No permission, or no clipboard for a page from disk: the older way below needs neither.
  }
  const area = document.createElement('textarea');
  area.value = text;
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  const isCopied = document.execCommand('copy');
  area.remove();
  return isCopied;
}

/** Unpacks the archive of exchanges. */
async function unpack() {
  const packed = Uint8Array.from(atob(get('archive', HTMLElement).textContent.trim()), (letter) =>
    letter.charCodeAt(0),
  );
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  /** @type {Archived[]} */
  const exchanges = await new Response(stream).json();
  return new Map(exchanges.map((exchange) => [exchange.id, exchange]));
}

function enableLookUp() {
  const dialog = get('exchange', HTMLDialogElement);
  /** @type {ReturnType<typeof unpack> | undefined} */
  let archive;
  let current = 0;

  /** @param {number} id */
  const show = async (id) => {
    archive ??= unpack();
    const exchange = (await archive).get(id);
    current = id;
    get('exchange-title', HTMLElement).textContent = `Exchange #${id}`;
    get('exchange-probe', HTMLElement).textContent = originOf(exchange);
    get('exchange-request', HTMLElement).textContent = exchange?.request ?? '';
    get('exchange-answer', HTMLElement).textContent = exchange?.answer ?? '';
    get('exchange-curl', HTMLElement).textContent = exchange?.curl ?? '';
    if (!dialog.open) dialog.showModal();
    dialog.scrollTop = 0;
  };

  for (const place of all('[data-exchange]', HTMLElement)) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = place.textContent;
    button.setAttribute('aria-label', `Show exchange ${place.textContent}`);
    button.addEventListener('click', () => void show(Number(place.dataset['exchange'])));
    place.replaceChildren(button);
  }
  get('exchange-close', HTMLButtonElement).addEventListener('click', () => dialog.close());
  get('exchange-before', HTMLButtonElement).addEventListener('click', () => {
    if (current > 1) void show(current - 1);
  });
  get('exchange-after', HTMLButtonElement).addEventListener('click', () => void show(current + 1));

  const anyExchange = find('any', HTMLFormElement);
  if (anyExchange === undefined) return;
  anyExchange.hidden = false;
  anyExchange.addEventListener('submit', (event) => {
    event.preventDefault();
    void show(Number(get('any-number', HTMLInputElement).value));
  });
}

/** @param {Archived | undefined} exchange */
function originOf(exchange) {
  if (exchange === undefined) return 'This page does not contain it; the evidence beside the page does.';
  return exchange.probe === '' ? '' : `Sent by “${exchange.probe}”`;
}
