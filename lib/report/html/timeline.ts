import { largest } from '../../evidence/extremes.ts';
import type { Moment } from './course.ts';
import { roundTicks } from './scale.ts';

/** A stretch of a run in which nothing was sent, in seconds from its beginning, and where it lies in a picture. */
interface Silence {
  readonly from: number;
  readonly to: number;
  readonly left: number;
  readonly right: number;
}

/** The time of a run in a picture: long silences are drawn short, so that the rest can be seen. */
export interface Timeline {
  /** Where an instant (milliseconds since 1970) lies. */
  at(instant: number): number;
  /** Seconds from the beginning, each with its place. */
  readonly ticks: readonly { readonly seconds: number; readonly x: number }[];
  readonly silences: readonly Silence[];
  /** In seconds. */
  readonly length: number;
}

/** A silence of that many seconds is a wait, and drawn as one. */
const SILENCE = 1.5;

/** More silences are not drawn short: so slow a run has no waits, it is slow. */
const MOST_SILENCES = 12;

/** Of the picture's width: of one silence, and of all. */
const WIDTH_OF_ONE = 0.14;
const WIDTH_OF_ALL = 0.5;

/** Units of a picture between two ticks. */
const BETWEEN_TICKS = 90;

interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly isSilent: boolean;
}

/** Lays the time of a run out from left to right. Requests that are under way together may end in any order. */
export function timelineOf(given: readonly Moment[], [left, right]: readonly [number, number]): Timeline {
  const moments = given.toSorted((a, b) => a.startedAt - b.startedAt);
  const start = moments[0]?.startedAt ?? 0;
  const length = Math.max(0.001, (largest(moments.map(({ endedAt }) => endedAt)) - start) / 1_000);
  const stretches = stretchesOf(moments, start, length);
  const silent = stretches.filter(({ isSilent }) => isSilent);
  const silence = silent.length === 0 ? 0 : Math.min(WIDTH_OF_ONE, WIDTH_OF_ALL / silent.length) * (right - left);
  const busy = stretches.filter(({ isSilent }) => !isSilent).reduce((sum, { from, to }) => sum + to - from, 0);
  const perSecond = (right - left - silence * silent.length) / Math.max(0.001, busy);
  let x = left;
  const laid = stretches.map((stretch) => {
    const begin = x;
    x += stretch.isSilent ? silence : (stretch.to - stretch.from) * perSecond;
    return { ...stretch, left: begin, right: x };
  });
  const place = (seconds: number) => {
    const stretch = laid.find(({ to }) => seconds <= to) ?? laid.at(-1);
    if (stretch === undefined) return left;
    const share = stretch.to === stretch.from ? 0 : (seconds - stretch.from) / (stretch.to - stretch.from);
    return stretch.left + Math.max(0, Math.min(1, share)) * (stretch.right - stretch.left);
  };
  return {
    at: (instant) => place((instant - start) / 1_000),
    ticks: apart(
      laid
        .filter(({ isSilent }) => !isSilent)
        .flatMap((stretch) => roundTicks(stretch.from, stretch.to, (stretch.right - stretch.left) / BETWEEN_TICKS))
        .map((seconds) => ({ seconds: Math.round(seconds * 1_000) / 1_000, x: place(seconds) })),
    ),
    silences: laid.filter(({ isSilent }) => isSilent),
    length,
  };
}

function stretchesOf(moments: readonly Moment[], start: number, length: number): Stretch[] {
  const silences = silencesOf(moments, start);
  const drawn = silences.length > MOST_SILENCES ? [] : silences;
  const ends = [...drawn.flatMap(({ from, to }) => [from, to]), length];
  let from = 0;
  return ends.flatMap((to, index) => {
    const stretch = { from, to, isSilent: index % 2 === 1 };
    from = to;
    return stretch.to > stretch.from || ends.length === 1 ? [stretch] : [];
  });
}

function silencesOf(moments: readonly Moment[], start: number): { from: number; to: number }[] {
  const silences: { from: number; to: number }[] = [];
  let last = 0;
  for (const { startedAt, endedAt } of moments) {
    const from = (startedAt - start) / 1_000;
    if (from - last > SILENCE) silences.push({ from: last, to: from });
    last = Math.max(last, (endedAt - start) / 1_000);
  }
  return silences;
}

/** Ticks that leave room for their words. */
function apart<T extends { readonly x: number }>(ticks: readonly T[]): T[] {
  const kept: T[] = [];
  for (const tick of ticks)
    if (tick.x - (kept.at(-1)?.x ?? Number.NEGATIVE_INFINITY) >= BETWEEN_TICKS * 0.6) kept.push(tick);
  return kept;
}
