import type { Contradiction } from '../judges/limiter/kinds.ts';
import type { KindView, Xray } from '../judges/limiter/xray.ts';
import type { ConformanceReport } from '../shapes/report.ts';

/** An x-ray of the limiter as reports show it: of each kind that is excluded, what tells most plainly that it is. */
export type LimiterView = NonNullable<ConformanceReport['limiter']>[number];

/** Arranges x-rays for a report, in their order. */
export function limiterViews(xrays: readonly Xray[]): LimiterView[] {
  return xrays.map(({ period, quota, kinds }) => {
    const views = kinds.map(viewOf);
    const [figure, seconds] = [quota.perWindow, quota.windowMs / 1_000];
    const [only, ...others] = views.filter(({ consistent }) => consistent);
    return {
      period,
      figure,
      seconds,
      ...(only !== undefined && others.length === 0 && { admits: ADMITS[only.kind](figure, seconds) }),
      kinds: views,
      looksLike: views.filter(({ consistent }) => consistent).map(({ kind }) => kind),
    };
  });
}

/** What each kind admits at once, and when that is available again. @param seconds - of a window */
const ADMITS: Readonly<Record<KindView['kind'], (figure: number, seconds: number) => string>> = {
  'fixed window': (figure) => `up to ${figure} requests at once, all renewed when the window ends (X-RateLimit-Reset)`,
  'sliding log': (figure, seconds) =>
    `up to ${figure} requests at once, each renewed at most ${seconds} s after it was used`,
  'weighted counter': (figure, seconds) =>
    `up to ${figure} requests at once, renewed gradually during the next window of ${seconds} s`,
  'token bucket': (figure, seconds) =>
    `up to ${figure} requests at once, renewed one by one, at the rate of the limit one every ${intervalOf(figure, seconds)}`,
  'stepwise refill': (figure, seconds) =>
    `up to ${figure} requests at once, renewed several at a time, ${figure} in ${seconds} s`,
};

function intervalOf(figure: number, seconds: number): string {
  const interval = seconds / figure;
  return interval < 1 ? `${Math.round(interval * 1_000)} ms` : `${Number(interval.toFixed(1))} s`;
}

/** What belongs to the nature of a kind excludes it more plainly than a count. */
const BY_NATURE: ReadonlySet<Contradiction['by']> = new Set(['refill', 'reset']);

function viewOf({ kind, contradictions }: KindView): LimiterView['kinds'][number] {
  const plainest = contradictions.find(({ by }) => BY_NATURE.has(by)) ?? contradictions[0];
  if (plainest === undefined) return { kind, consistent: true };
  const { shownBy, says } = plainest;
  return { kind, consistent: false, excludedBy: { shownBy, says } };
}
