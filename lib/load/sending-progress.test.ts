import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { LineCount, watchSending } from './sending-progress.ts';

let place = '';

beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'petvet-progress-'));
});

afterEach(() => {
  vi.useRealTimers();
  rmSync(place, { recursive: true, force: true });
});

it('lines of a file that grows are counted once each', () => {
  const file = join(place, 'console');
  const lines = new LineCount(file);
  expect(lines.count()).toBe(0);
  appendFileSync(file, `${'a\n'.repeat(70_000)}half`);
  expect(lines.count()).toBe(70_000);
  appendFileSync(file, ' a line\nb\n');
  expect(lines.count()).toBe(70_002);
  expect(lines.count()).toBe(70_002);
});

it('says every ten seconds how far a run is, until it ends', () => {
  vi.useFakeTimers();
  const file = join(place, 'console');
  const said: string[] = [];
  const end = watchSending(file, 15, (line) => said.push(line));
  appendFileSync(file, 'one\ntwo\n');
  vi.advanceTimersByTime(20_000);
  end();
  vi.advanceTimersByTime(60_000);
  expect(said).toEqual(['10 s of about 15: 2 requests answered\n', '20 s of about 20: 2 requests answered\n']);
});
