import type { Browser } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { openFile, startBrowser, type Opened, type Options } from './browser.fixture.ts';

/** Unpacking a browser, on a machine that may be busy. In milliseconds. */
export const PATIENCE = 180_000;

/**
 * Starts a browser before the tests of a file, and closes it after them.
 *
 * @returns what opens a page from disk in it
 */
export function opensFiles(): (file: string, options?: Options, hash?: string) => Promise<Opened> {
  let browser: Browser | undefined;
  beforeAll(async () => {
    browser = await startBrowser();
  }, PATIENCE);
  afterAll(() => browser?.close());
  return (file, options, hash) => {
    if (browser === undefined) throw new Error('the browser is not there yet');
    return openFile(browser, file, options, hash);
  };
}
