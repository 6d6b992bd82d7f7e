import { TargetError } from '../errors.ts';
import type { Target } from '../targets/target.ts';

/**
 * An error of a run against a target behind a proxy: whoever cannot be reached, or responds oddly, may be the proxy. Other errors as they are.
 *
 * @param target - undefined where none is known yet
 */
export function aboutProxy(error: unknown, target: Pick<Target, 'proxy'> | undefined): unknown {
  const proxy = URL.parse(target?.proxy ?? '');
  if (!(error instanceof TargetError) || proxy === null) return error;
  const hint = `${error.hint}; requests go through the proxy ${proxy.host} (PETVET_PROXY)`;
  return new TargetError(error.why, hint, error.detail);
}
