/**
 * The page's script: filters, search, copying, and exchanges on demand. It is run in a browser, has no access to a
 * network, and puts what the service said in as text only. The page is read without it.
 */
export const SCRIPT = String.raw`'use strict';
(() => {
  const at = (id) => document.getElementById(id);
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const say = (text) => { at('said').textContent = text; };

  // Filters and search.
  const filters = at('filters');
  const rows = all('details.rule');
  const texts = new Map(rows.map((row) => [row, row.textContent.toLowerCase()]));
  const narrow = () => {
    const chosen = (name) => all('input[name="' + name + '"]:checked', filters).map(({ value }) => value);
    const verdicts = chosen('verdict'), levels = chosen('level');
    const words = at('find').value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const row of rows) {
      const { verdict, level } = row.dataset;
      const fits = (verdicts.length === 0 || verdicts.includes(verdict)) && (levels.length === 0 || levels.includes(level))
        && words.every((word) => texts.get(row).includes(word));
      row.hidden = !fits;
      if (fits) count += 1;
    }
    for (const area of all('.area')) area.hidden = all('details.rule:not([hidden])', area).length === 0;
    at('found').textContent = count === rows.length ? 'All ' + count + ' rules' : count + ' of ' + rows.length + ' rules';
  };
  if (filters) {
    filters.hidden = false;
    filters.addEventListener('input', narrow);
    filters.addEventListener('submit', (event) => event.preventDefault());
    narrow();
  }

  // A link to a rule opens it, whatever the filters hide.
  const openTarget = () => {
    const rule = at(decodeURIComponent(location.hash.slice(1)));
    if (!rule || !rule.matches('details.rule')) return;
    if (rule.hidden) { filters.reset(); narrow(); }
    rule.open = true;
    rule.scrollIntoView();
  };
  addEventListener('hashchange', openTarget);
  openTarget();

  // Copying.
  const copy = async (text) => {
    try { await navigator.clipboard.writeText(text); return true; } catch { /* an older way is left */ }
    const area = document.createElement('textarea');
    area.value = text;
    (document.querySelector('dialog[open]') ?? document.body).append(area);
    area.select();
    const done = document.execCommand('copy');
    area.remove();
    return done;
  };
  for (const button of all('button.copy')) button.hidden = false;
  document.addEventListener('click', async (event) => {
    const button = event.target.closest('button.copy');
    if (!button) return;
    const done = await copy(button.previousElementSibling.textContent);
    button.textContent = done ? 'Copied' : 'Not copied';
    say(button.textContent);
    button.focus();
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  });

  // Exchanges on demand.
  let archive;
  const open = async () => {
    const packed = Uint8Array.from(atob(at('archive').textContent.trim()), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
    return new Map(JSON.parse(await new Response(stream).text()).map((one) => [one.id, one]));
  };
  const dialog = at('exchange');
  let current = 0;
  const show = async (id) => {
    archive ??= open();
    const one = (await archive).get(id);
    current = id;
    at('exchange-title').textContent = 'Exchange #' + id;
    at('exchange-probe').textContent = one ? (one.probe ? 'Sent by “' + one.probe + '”' : '') : 'This page does not hold it; the evidence beside it does.';
    for (const part of ['request', 'answer', 'curl']) at('exchange-' + part).textContent = one ? one[part] : '';
    if (!dialog.open) dialog.showModal();
    dialog.scrollTop = 0;
  };
  for (const place of all('[data-exchange]')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = place.textContent;
    button.setAttribute('aria-label', 'Show exchange ' + place.textContent);
    button.addEventListener('click', () => show(Number(place.dataset.exchange)));
    place.replaceChildren(button);
  }
  at('exchange-close').addEventListener('click', () => dialog.close());
  at('exchange-before').addEventListener('click', () => { if (current > 1) show(current - 1); });
  at('exchange-after').addEventListener('click', () => show(current + 1));
  const any = at('any');
  if (any) {
    any.hidden = false;
    any.addEventListener('submit', (event) => { event.preventDefault(); show(Number(at('any-number').value)); });
  }
})();
`;
