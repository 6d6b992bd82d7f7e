import { RATE_LIMIT_HEADERS } from '../../contract/headers.ts';
import type { Hooks } from '../hooks.ts';
import type { Turn } from '../limiter.ts';
import { wholeSecond } from '../meters/fixed-window.ts';
import type { Defect } from './defect.ts';
import { turned } from './turns.ts';

/** The reset of a window that lasts two, as if it lasted one. */
const doubled: Hooks = {
  minuteMeter: (core, limit, length) => {
    const meter = core(limit, 2 * length);
    return {
      ...meter,
      resetAt: (now) => {
        const end = meter.resetAt(now);
        return end - now > length ? end - length : end;
      },
    };
  },
};

/** Asks to wait as if the window lasted half as long. */
function hasty(turn: Turn, length: number): Turn {
  const window = Math.ceil(length / 1_000);
  return turn.retryAfter > window ? { ...turn, retryAfter: turn.retryAfter - window } : turn;
}

/** Announces another instant as the Reset of valid keys. */
function announcing(resetAt: (turn: Turn, now: number) => number): Hooks {
  return turned((turn, _request, { settings }) => ({ ...turn, resetAt: resetAt(turn, settings.now()) }));
}

const HOUR = 3_600_000;

/** Reset is a Unix time in seconds, but nothing resets then. */
export const resetDefects: Readonly<Record<string, Defect>> = {
  'reset-ignored': {
    says: 'the window opens one window later than Reset says',
    breaks: ['RATE-9', 'RATE-13'],
    ...doubled,
  },
  'window-twice-as-long': {
    says: 'the window lasts twice as long as Reset and Retry-After say',
    breaks: ['RATE-13', 'RATE-8'],
    ...doubled,
    ...turned((turn, _request, { settings }) => hasty(turn, settings.windows.minute)),
  },
  'retry-after-ignored': {
    says: 'the window lasts twice as long as Retry-After says, as Reset says',
    breaks: ['RATE-9', 'RATE-8'],
    minuteMeter: (core, limit, length) => core(limit, 2 * length),
    ...turned((turn, _request, { settings }) => hasty(turn, settings.windows.minute)),
  },
  'reset-now': {
    says: 'Reset is always now',
    breaks: ['RATE-9', 'RATE-13'],
    ...announcing((_turn, now) => now),
  },
  'reset-half-way': {
    says: 'Reset is announced at half of the time that remains',
    breaks: ['RATE-9', 'RATE-13'],
    ...announcing(({ resetAt }, now) => now + (resetAt - now) / 2),
  },
  'reset-hours-ahead': {
    says: 'Reset is hours ahead, as in another time zone',
    breaks: ['RATE-13', 'RATE-2', 'RATE-9'],
    ...announcing(({ resetAt }) => resetAt + 5 * HOUR),
  },
  'reset-hours-behind': {
    says: 'Reset is hours behind, as in another time zone',
    breaks: ['RATE-2'],
    ...announcing(({ resetAt }) => resetAt - 5 * HOUR),
  },
  'reset-never-comes': {
    says: 'every request moves the end of the window, so that it never comes while requests do',
    breaks: ['RATE-13', 'RATE-4'],
    minuteMeter: (_core, limit, length) => {
      let used = 0;
      let end = Number.NEGATIVE_INFINITY;
      const usedAt = (now: number) => (now < end ? used : 0);
      const endAt = (now: number) => (now < end ? end : wholeSecond(now) + length);
      return {
        limit,
        remaining: (now) => Math.max(0, limit - usedAt(now)),
        resetAt: endAt,
        opensAt: (now) => (usedAt(now) < limit ? now : endAt(now)),
        use: (now) => {
          used = usedAt(now) + 1;
          end = wholeSecond(now) + length;
        },
      };
    },
  },
  'reset-in-minutes': {
    says: 'Reset is a Unix time in minutes',
    breaks: ['RATE-2'],
    rateHeaders: (core, turn, ...around) =>
      core(turn, ...around).map(([name, value]) =>
        name === RATE_LIMIT_HEADERS.reset ? [name, `${Math.ceil(turn.resetAt / 60_000)}`] : [name, value],
      ),
  },
};
