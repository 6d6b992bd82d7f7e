import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'dotenv';
import { afterEach, beforeEach, expect } from 'vitest';
import { InterruptedError } from '../../errors.ts';
import type { Prompts } from './prompts.ts';
import { runInit, type InitFlags } from './init.ts';

/** No output may contain it. */
export const KEY = 'init-3fd1b2-key';

export const BASE_URL = 'https://pets.example/v1';

const PATH = { PATH: process.env['PATH'] };

/** Somebody, or a pipe, that answers. */
export function answering(answers: readonly string[], input?: string): Prompts & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    canAsk: input === undefined,
    ask: (question, { hidden = false } = {}) => {
      asked.push(hidden ? `${question}(hidden)` : question);
      const answer = answers[asked.length - 1];
      return answer === undefined ? Promise.reject(new InterruptedError()) : Promise.resolve(answer);
    },
    readKey: () => Promise.resolve(input ?? ''),
    close: () => {},
  };
}

/**
 * Runs `petvet init` in a folder.
 *
 * @param place - the folder
 * @returns what it printed
 */
async function initIn(place: string, flags: InitFlags, prompts: Prompts, environment: Record<string, string> = {}) {
  let [out, err] = ['', ''];
  await runInit(
    flags,
    {
      out: (text) => (out += `${text}\n`),
      err: (text) => (err += text),
      pass: (text) => (err += text),
      colour: false,
      live: false,
      width: 120,
      cwd: place,
      environment: { ...PATH, ...environment },
      today: '2026-11-21',
      interrupt: new AbortController().signal,
    },
    prompts,
  );
  expect(out + err).not.toContain(KEY);
  return { out, err };
}

/** A folder of its own for each test of a file, and `petvet init` in it. */
export function inFolders() {
  let place = '';
  beforeEach(() => {
    place = mkdtempSync(join(tmpdir(), 'petvet-init-'));
  });
  afterEach(() => rmSync(place, { recursive: true, force: true }));
  const file = (name: string): string => readFileSync(join(place, name), 'utf8');
  return {
    at: (...path: readonly string[]): string => join(place, ...path),
    file,
    written: (): Record<string, string> => parse(file('.env')),
    init: (flags: InitFlags, prompts: Prompts, environment?: Record<string, string>) =>
      initIn(place, flags, prompts, environment),
  };
}
