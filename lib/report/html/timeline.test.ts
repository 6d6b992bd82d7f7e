import { describe, expect, it } from 'vitest';
import { aMoment } from './moments.fixture.ts';
import { timelineOf } from './timeline.ts';

const WIDTH = [0, 1_000] as const;

describe('the timeline', () => {
  it('is even where nothing was waited for', () => {
    const time = timelineOf([aMoment(1), aMoment(2), aMoment(3)], WIDTH);
    expect(time.silences).toEqual([]);
    expect(time.length).toBeCloseTo(2.005);
    expect(time.at(1_000)).toBe(0);
    expect(time.at(3_005)).toBe(1_000);
    expect(time.at(2_002.5)).toBeCloseTo(500);
  });

  it('draws a long silence short', () => {
    const time = timelineOf(
      [aMoment(1), aMoment(2), aMoment(3, { startedAt: 62_000 }), aMoment(4, { startedAt: 63_000 })],
      WIDTH,
    );
    const [silence] = time.silences;
    expect(time.silences).toHaveLength(1);
    expect((silence?.to ?? 0) - (silence?.from ?? 0)).toBeCloseTo(59.995);
    expect((silence?.right ?? 0) - (silence?.left ?? 0)).toBeCloseTo(140);
    expect(time.at(2_005)).toBeCloseTo(430);
    expect(time.at(62_000)).toBeCloseTo(570);
  });

  it('ends where the last response came, whichever request that is of', () => {
    const time = timelineOf([aMoment(1, { endedAt: 9_000 }), aMoment(2), aMoment(3)], WIDTH);
    expect(time.length).toBeCloseTo(8);
    expect(time.at(9_000)).toBe(1_000);
  });

  it('draws silences no shorter where a run is slow as such', () => {
    const slow = Array.from({ length: 40 }, (_, index) => aMoment(index, { startedAt: index * 5_000 }));
    const time = timelineOf(slow, WIDTH);
    expect(time.silences).toEqual([]);
    expect(time.at(100_000)).toBeCloseTo(512.8, 0);
  });

  it('leaves room between ticks, and keeps them within', () => {
    const moments = [aMoment(1), aMoment(2), aMoment(3, { startedAt: 20_000 }), aMoment(4, { startedAt: 21_500 })];
    const places = timelineOf(moments, WIDTH).ticks.map(({ x }) => x);
    expect(places.length).toBeGreaterThan(3);
    expect(places.every((x) => x >= 0 && x <= 1_000)).toBe(true);
    expect(places.slice(1).every((x, index) => x - (places[index] ?? 0) >= 54)).toBe(true);
  });

  it.each([[[]], [[aMoment(1)]]])('exists for hardly anything', (moments) => {
    const time = timelineOf(moments, WIDTH);
    expect(time.length).toBeGreaterThan(0);
    expect(time.at(1_000)).toBeGreaterThanOrEqual(0);
  });
});
