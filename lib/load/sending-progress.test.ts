import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { ResponseCount, watchSending } from './sending-progress.ts';

let place = '';

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'petvet-progress-'));
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(place, { recursive: true, force: true });
});

/** What a script says, as k6 writes it to its console. */
const logged = (what: object) => `${JSON.stringify({ level: 'info', msg: JSON.stringify(what) })}\n`;
const departure = logged({ departure: { key: '1.0' } });
const sample = logged({ sample: { key: '1.0', status: 200 } });

it('responses in a console that grows are counted once each, and what leaves is none', () => {
  const file = join(place, 'console');
  const responses = new ResponseCount(file);
  expect(responses.count()).toBe(0);
  appendFileSync(file, `${`${departure}${sample}`.repeat(2_000)}${sample.slice(0, 20)}`);
  expect(responses.count()).toBe(2_000);
  appendFileSync(file, `${sample.slice(20)}${departure}${sample}`);
  expect(responses.count()).toBe(2_002);
  expect(responses.count()).toBe(2_002);
});

it('says every ten seconds how far a run is, until it ends', () => {
  vi.useFakeTimers();
  const file = join(place, 'console');
  const said: string[] = [];
  const end = watchSending(file, 15, (line) => said.push(line));
  appendFileSync(file, `${departure}${sample}${departure}`);
  vi.advanceTimersByTime(10_000);
  appendFileSync(file, `${sample}${departure}`);
  vi.advanceTimersByTime(10_000);
  end();
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual(['10 s of about 15 s: 1 response\n', '20 s, planned 15 s: 2 responses\n']);
});

it.each([
  [true, ['waiting 55 s for a new window', 'waiting 45 s for a new window', '30 s of about 90 s: 1 response']],
  [false, ['waiting 55 s for a new window', '30 s of about 90 s: 1 response']],
])('says how long it waits for a window instead (watched: %s)', (live, lines) => {
  vi.useFakeTimers({ now: 0 });
  const file = join(place, 'console');
  const said: string[] = [];
  const end = watchSending(file, 90, (line) => said.push(line.trim()), live);
  appendFileSync(file, `${departure}${sample}${logged({ waiting: { until: 65_000 } })}`);
  vi.advanceTimersByTime(20_000);
  appendFileSync(file, logged({ waiting: { until: 25_000 } }));
  vi.advanceTimersByTime(10_000);
  end();
  expect(said).toEqual(lines);
});
