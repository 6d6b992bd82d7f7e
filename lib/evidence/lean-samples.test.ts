import { expect, it } from 'vitest';
import type { Exchange } from './exchange.ts';
import { LeanSamples, type LeanSample } from './lean-samples.ts';
import { aSample } from './load-samples.fixture.ts';
import { exchangeOfSample, type LoadSample } from './load-samples.ts';

/** All that a sample says, also where it is a view. */
function said(sample: LeanSample | LoadSample): Partial<LoadSample> {
  const { key, scenario, window, caller, method, target, scheduled, from, to, status, headers } = sample;
  const { duration, waiting, error, code, isCutOff, skipped } = sample;
  const always = { key, scenario, window, caller, method, target, scheduled, from, to, status, headers };
  return Object.assign(always, { duration, waiting, error, code, isCutOff, skipped });
}

/** All that an exchange says, also where it is a view. */
function copyOf({ id, request, answer, failure, times, probe, sender }: Exchange): object {
  const { status, headers, body } = answer ?? {};
  return { id, request, ...(answer && { answer: { status, headers, body } }), failure, times, probe, sender };
}

const SAMPLES: readonly LoadSample[] = [
  aSample({ from: 30.5, key: '3.0', status: 0, headers: [], error: 'reset', code: 1_220 }),
  aSample({ from: 10, key: '3.1', skipped: 2 }),
  aSample({ from: 20, window: -1, caller: 'none' }),
  aSample({
    from: 20,
    key: 'one.of.them',
    headers: [
      ['A', '1'],
      ['A', '1'],
    ],
  }),
  aSample({ from: 40, key: '3.7', status: 0, headers: [], isCutOff: true }),
  aSample({ from: 50, key: '3.999999999' }),
];

function lean(): LeanSamples {
  const samples = new LeanSamples();
  for (const sample of SAMPLES) samples.push(sample);
  return samples;
}

it('gives back what was put in, in the order of sending', () => {
  const inOrder = SAMPLES.toSorted((a, b) => a.from - b.from);
  expect(lean().inOrder().map(said)).toEqual(inOrder.map(said));
  expect(lean().inOrder(4).map(said)).toEqual(SAMPLES.slice(4).map(said));
});

it('names the process of a sender, where one is known', () => {
  const samples = lean();
  for (const sample of samples.inOrder(1)) sample.nameSender('0-1');
  const keys = samples.inOrder().map(({ key }) => key);
  expect(keys).toEqual(['0-1-3.1', undefined, '0-1-one.of.them', '3.0', '0-1-3.7', '0-1-3.999999999']);
});

it('gives one another instant of the schedule', () => {
  const samples = lean();
  samples.inOrder()[0]?.moveTo(99, 7);
  expect(samples.inOrder()[0]).toMatchObject({ scheduled: 99, skipped: 7, from: 10 });
});

it('has the exchanges of its samples, numbered in the order of sending', () => {
  const samples = lean();
  const inOrder = SAMPLES.toSorted((a, b) => a.from - b.from);
  const exchanges = inOrder.map((sample, index) => exchangeOfSample(sample, index + 1));
  expect([...samples.numbered('copy')]).toEqual(exchanges);
  expect([...samples.numbered('copy', [4, 2])]).toEqual([exchanges[1], exchanges[3]]);
  expect([...samples.numbered('at')].map(copyOf)).toEqual(exchanges);
});
