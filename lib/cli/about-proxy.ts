import { TargetError } from '../errors.ts';
import { proxyWords } from '../wire/failure.ts';
import type { Target } from '../targets/target.ts';

/**
 * An error of a run against a target behind a proxy: whoever cannot be reached, or responds oddly, may be the proxy. Other errors as they are.
 *
 * @param target - undefined where none is known yet
 */
export function aboutProxy(error: unknown, target: Pick<Target, 'proxy'> | undefined): unknown {
  const proxy = URL.parse(target?.proxy ?? '');
  if (!(error instanceof TargetError) || proxy === null) return error;
  // It is the proxy that did not answer: what the error says of the service does not help.
  if (error.message.includes(proxyWords(proxy.host)))
    return new TargetError(error.why, 'is the proxy running, and is its address in PETVET_PROXY right?', error.detail);
  const hint = `${error.hint}; requests go through the proxy ${proxy.host} (PETVET_PROXY)`;
  return new TargetError(error.why, hint, error.detail);
}
