import { TargetError, UnreachableError } from '../../errors.ts';
import type { Target } from '../../targets/target.ts';

/**
 * An error of a run against a target behind a proxy: whoever cannot be reached, or responds oddly, may be the proxy. Other errors as they are.
 *
 * @param target - undefined where none is known yet
 */
export function aboutProxy(error: unknown, target: Pick<Target, 'proxy'> | undefined): unknown {
  const through = throughProxy(target);
  if (!(error instanceof TargetError) || through === undefined) return error;
  if (error instanceof UnreachableError && error.isOfProxy) return error;
  return new TargetError(error.why, `${error.hint}; ${through}`, error.detail);
}

/** What a reader should know of a response that the proxy of a target may have given, as a clause; undefined where there is no proxy. */
export function throughProxy(target: Pick<Target, 'proxy'> | undefined): string | undefined {
  const proxy = URL.parse(target?.proxy ?? '');
  return proxy === null ? undefined : `requests go through the proxy ${proxy.host} (PETVET_PROXY)`;
}
