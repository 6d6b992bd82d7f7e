import type { Figures } from './limiter.ts';
import type { PetRequest } from './request.ts';

/** A holder of a valid key. Keys of one account share its windows. */
export interface Caller {
  readonly key: string;
  readonly account: string;
  readonly figures: Figures;
}

/**
 * The token of a request's one Authorization header: scheme Bearer in any letter case (RFC 9110, section 11.1).
 *
 * @returns undefined when there is no such header, more than one, another scheme, or no token
 */
export function bearerToken({ authorization }: PetRequest): string | undefined {
  const [value, another] = authorization;
  return value === undefined || another !== undefined ? undefined : /^bearer +(\S+)$/i.exec(value)?.[1];
}

/** Who sends a request; undefined without a valid key. Source: specification, section 5. */
export function authenticate(request: PetRequest, callers: readonly Caller[]): Caller | undefined {
  const token = bearerToken(request);
  return callers.find(({ key }) => key === token);
}
