import * as z from 'zod';
import { UsageError } from '../errors.ts';
import { parsedJson } from '../evidence/parsed-json.ts';
import { loadSigning } from './packages.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Whom the token is for. Source: Fulcio, OIDC usage. */
const AUDIENCE = 'sigstore';

/** How long a pipeline may take to give its token, in milliseconds. */
const PATIENCE = 30_000;

/** Seconds since 1970, of those that a Date can hold. */
const Expiry = z.number().min(0).max(8.64e12);

/** How a token says who it is of. Source: Fulcio, certificate specification; as the client reads it. */
const Payload = z.union([
  z.object({ email: z.string().min(1), email_verified: z.literal(true), exp: Expiry.optional() }),
  z.object({ email: z.never().optional(), sub: z.string().min(1), exp: Expiry.optional() }),
]);

/** Where the token of a pipeline comes from. It is a secret for as long as it counts. */
export interface TokenSource {
  /** @throws {TokenError} when the pipeline gives none */
  getToken(): Promise<string>;
  /** A text without the token, in case a service repeats it. */
  redact(text: string): string;
}

/** There is no token that can be used; the message is a clause, and never holds the token. */
export class TokenError extends Error {
  override readonly name = 'TokenError';
}

/**
 * The identity token of the pipeline: SIGSTORE_ID_TOKEN, else what GitHub Actions or Buildkite give. The former is looked at now; the latter is
 * asked for when it is needed, because it counts for minutes only.
 *
 * @param now - in milliseconds since 1970
 * @throws {UsageError} when there is none, or it cannot be used
 */
export function identityTokenOf(environment: Environment, now: number): TokenSource {
  const given = environment['SIGSTORE_ID_TOKEN']?.trim() ?? '';
  if (given !== '') {
    const fault = faultOf(given, now);
    if (fault !== undefined)
      throw new UsageError(
        `SIGSTORE_ID_TOKEN ${fault}`,
        'have the pipeline issue a new one, for the audience sigstore',
      );
    return sourceOf(() => Promise.resolve(given));
  }
  const isGitHub = ['ACTIONS_ID_TOKEN_REQUEST_URL', 'ACTIONS_ID_TOKEN_REQUEST_TOKEN'].every(
    (name) => (environment[name] ?? '') !== '',
  );
  if (isGitHub || environment['BUILDKITE'] === 'true') return sourceOf(askPipeline);
  throw new UsageError(
    '--keyless needs the identity token of a pipeline, and there is none',
    'on GitHub Actions, give the job `permissions: id-token: write`; elsewhere set SIGSTORE_ID_TOKEN; on a machine of your own, use --key',
  );
}

async function askPipeline(): Promise<string> {
  const { CIContextProvider } = await loadSigning();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new TokenError('the pipeline gave no identity token in time')), PATIENCE);
  try {
    return await Promise.race([new CIContextProvider(AUDIENCE).getToken(), late.promise]);
  } catch (error) {
    if (error instanceof TokenError) throw error;
    throw new TokenError('the pipeline gave no identity token');
  } finally {
    clearTimeout(timer);
  }
}

function sourceOf(fetchToken: () => Promise<unknown>): TokenSource {
  const secrets = new Set<string>();
  return {
    async getToken() {
      const token = await fetchToken();
      if (typeof token !== 'string' || token === '') throw new TokenError('the pipeline gave no identity token');
      secrets.add(token);
      const fault = faultOf(token, Date.now());
      if (fault !== undefined) throw new TokenError(`the identity token of the pipeline ${fault}`);
      return token;
    },
    redact: (text) => [...secrets].reduce((rest, secret) => withoutSecret(rest, secret), text),
  };
}

/** A part of a token is a secret, too: whoever has the first two could find the third in a log that cuts lines. */
function withoutSecret(text: string, token: string): string {
  return [token, ...token.split('.').filter(({ length }) => length > 8)].reduce(
    (rest, secret) => rest.replaceAll(secret, '(the token)'),
    text,
  );
}

/** Whom a token is of: the authority wants proof that who asks has the key, over this. Undefined where it names nobody. */
export function subjectOf(token: string): string | undefined {
  const payload = Payload.safeParse(payloadOf(token)).data;
  return payload?.email ?? (payload !== undefined && 'sub' in payload ? payload.sub : undefined);
}

/** Why a token cannot be used, as the rest of a sentence. */
function faultOf(token: string, now: number): string | undefined {
  const payload = Payload.safeParse(payloadOf(token)).data;
  if (payload === undefined) return 'is not an identity token: it must be a JWT that names a subject';
  const { exp } = payload;
  if (exp === undefined || exp * 1_000 > now) return undefined;
  return `expired at ${new Date(exp * 1_000).toISOString()}`;
}

function payloadOf(token: string): unknown {
  const parts = token.split('.');
  if (parts.length !== 3 || !/^[\w.-]+$/.test(token)) return undefined;
  return parsedJson(Buffer.from(parts[1] ?? '', 'base64url').toString());
}
