import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Style and script of the pages, read from the files when a page is made: in a clone and in the package they lie beside this file. */
const FOLDER = join(import.meta.dirname, 'assets');

/** In their order: what comes later overrides. */
const STYLES = [
  'base.css',
  'glance.css',
  'sections.css',
  'rules.css',
  'exchanges.css',
  'charts.css',
  'print.css',
] as const;

/** The style of a report page. */
export function pageStyle(): string {
  return STYLES.map(read).join('');
}

/** The style of the page of all runs. */
export function runsStyle(): string {
  return pageStyle() + read('runs.css');
}

/** The script of a report page, an ECMAScript module that imports nothing. */
export function pageScript(): string {
  return read('page.js');
}

/** The hash by which a page's Content-Security-Policy allows its own inline style or script. */
export function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function read(name: string): string {
  return readFileSync(join(FOLDER, name), 'utf8');
}
