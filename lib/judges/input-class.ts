import type { Exchange } from '../evidence/exchange.ts';
import type { Expectation } from '../expectation/expectation.ts';
import type { Oddity } from '../expectation/oddity.ts';
import { quoted } from '../expectation/request.ts';
import { rules, type RuleId } from '../rules/index.ts';
import type { Finding } from './finding.ts';
import type { Reading } from './reading.ts';

/**
 * What is unusual about a request, so that findings of one cause can be distinguished from those of another: the form of an invalid
 * credential, a petId that is not an int64, what is wrong with a body, and every oddity. Values that do not matter are left out,
 * what is hostile is named alone where the rule is about that, and many undocumented parameters are counted.
 *
 * @returns undefined for a plain documented request
 */
export function inputClass(
  { request }: Pick<Exchange, 'request'>,
  expectation: Expectation,
  rule: RuleId,
): string | undefined {
  const { caller, petId, newPet, oddities } = expectation;
  if (rules[rule].ofAnyRequest === true) return undefined;
  const hostile = oddities.filter(({ kind }) => kind === 'hostile').map(nameOf);
  if (rule === 'ERR-7' && hostile.length > 0) return hostile.join('; ');
  const classes = [
    ...(caller === 'invalid' || caller === 'lenient' ? [credentialClass(request.headers)] : []),
    ...(petId?.kind === 'not-int64' ? [petIdClass(petId.text)] : []),
    ...(petId?.kind === 'int64' ? int64Class(petId.id) : []),
    ...(newPet !== undefined && newPet.kind !== 'valid' && newPet.kind !== 'unknown' ? [newPet.what] : []),
    ...oddClasses(oddities),
  ];
  return classes.length === 0 ? undefined : [...new Set(classes)].join('; ');
}

/** The most undocumented parameters that are named individually. */
const MOST_PARAMETERS = 2;

/** The oddities by name; many undocumented parameters are one phrase. */
function oddClasses(oddities: readonly Oddity[]): string[] {
  const parameters = [...new Set(oddities.flatMap(({ parameter }) => parameter ?? []))];
  if (parameters.length <= MOST_PARAMETERS) return oddities.map(nameOf);
  const some = parameters.slice(0, MOST_PARAMETERS).map(quoted).join(', ');
  const all = `${parameters.length} parameters are not documented (${some}, …)`;
  return oddities.map((oddity) => (oddity.parameter === undefined ? nameOf(oddity) : all));
}

function nameOf({ what, sort }: Oddity): string {
  return sort ?? what;
}

/** Keys are masked by role before they are recorded, so that the form of a credential can be told, and no key. */
function credentialClass(headers: Exchange['request']['headers']): string {
  const given = headers.filter(([name]) => name.toLowerCase() === 'authorization').map(([, value]) => value);
  if (given.length === 0) return 'no Authorization header';
  // The seed decides which scheme word precedes a valid key: a service that reads only the key accepts each of them.
  const forms = given.map((value) =>
    value.replace(/^(?!bearer )[\w-]+ (\{(?:primary|second)\})$/i, '$1 under another scheme'),
  );
  return `Authorization: ${forms.join(', ').slice(0, 80)}`;
}

function petIdClass(text: string): string {
  if (/^[+-]?\d+$/.test(text)) return text.length > 64 ? 'petId of very many digits' : 'petId beyond int64';
  if (/^-?\d+\.\d+$/.test(text)) return 'petId a fraction';
  return /^-?\d/.test(text) ? 'petId digits and more' : 'petId a word';
}

/** Ids that today's services do not assign. */
function int64Class(id: bigint): string[] {
  if (id < 0n) return ['petId negative'];
  if (id === 0n) return ['petId zero'];
  return id > FARTHEST ? ['petId near the end of int64'] : [];
}

const FARTHEST = 2n ** 63n - 2n ** 32n;

/**
 * How large a request is, in bytes of its method, target, headers and body. Keys are placeholders in it. The second one counts for
 * more than the first: a reader who examines a fault has the target's own key at hand.
 */
function requestSize({ request: { method, target, headers, body, credential } }: Pick<Exchange, 'request'>): number {
  const line = method.length + target.length;
  const inHeaders = headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  const forAnotherKey = credential === 'second' ? ONE_KEY : 0;
  return (
    line + inHeaders + forAnotherKey + (body.kind === 'bytes' || body.kind === 'truncated' ? body.bytes.length : 0)
  );
}

const ONE_KEY = '{primary}'.length;

/** Adds to a fault the kind of its input, and the size of the request. */
export function withInput(finding: Finding, { exchange, expectation }: Reading): Finding {
  if (finding.verdict === 'pass' || finding.verdict === 'observed') return finding;
  const input = finding.input ?? inputClass(exchange, expectation, finding.rule);
  return { ...finding, ...(input !== undefined && { input }), size: requestSize(exchange) };
}
