import type { Contradiction } from '../judges/limiter/kinds.ts';
import type { KindView, Xray } from '../judges/limiter/xray.ts';

/** An x-ray of the limiter as reports show it: of each kind that is excluded, what tells most plainly that it is. */
export interface LimiterView {
  readonly period: Xray['period'];
  /** Requests in a window. */
  readonly figure: number;
  /** The window's length. */
  readonly seconds: number;
  readonly kinds: readonly ShownKind[];
  /** The kinds that could have answered so; none when every kind is excluded. */
  readonly looksLike: readonly KindView['kind'][];
}

/** One kind of limiter: it could have answered so, or some exchanges exclude it. */
export interface ShownKind {
  readonly kind: KindView['kind'];
  readonly consistent: boolean;
  readonly excludedBy?: Pick<Contradiction, 'shownBy' | 'says'>;
}

/** Arranges x-rays for a report, in their order. */
export function limiterViews(xrays: readonly Xray[]): LimiterView[] {
  return xrays.map(({ period, quota, kinds }) => {
    const views = kinds.map(viewOf);
    return {
      period,
      figure: quota.perWindow,
      seconds: quota.windowMs / 1_000,
      kinds: views,
      looksLike: views.filter(({ consistent }) => consistent).map(({ kind }) => kind),
    };
  });
}

/** What belongs to the nature of a kind excludes it more plainly than a count. */
const BY_NATURE: ReadonlySet<Contradiction['by']> = new Set(['refill', 'reset']);

function viewOf({ kind, contradictions }: KindView): ShownKind {
  const plainest = contradictions.find(({ by }) => BY_NATURE.has(by)) ?? contradictions[0];
  if (plainest === undefined) return { kind, consistent: true };
  const { shownBy, says } = plainest;
  return { kind, consistent: false, excludedBy: { shownBy, says } };
}
