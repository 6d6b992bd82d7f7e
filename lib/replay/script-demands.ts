import { RATE_LIMIT_HEADERS } from '../contract/headers.ts';
import { createdId } from '../evidence/created.ts';
import type { Answer, Exchange } from '../evidence/exchange.ts';
import { allowedBody, type Expectation } from '../expectation/expectation.ts';
import { expect } from '../expectation/expect.ts';
import { Bench } from '../judges/index.ts';
import type { ScriptDemand, ScriptPlan, ScriptStep } from '../report/script.ts';
import type { RuleId } from '../rules/index.ts';
import type { RecordedFinding, RecordedRun } from './recorded-run.ts';
import { stepsOf } from './steps-again.ts';
import { PETVET_VERSION } from '../run/version.ts';

/** A recorded finding as a script: its requests, and what its rule and the expectation demand of each answer. */
export function scriptOf(found: RecordedFinding, run: RecordedRun): ScriptPlan {
  const { rule, finding } = found;
  const { context, shown } = stepsOf(found, run);
  const writes = context.filter(({ request }) => request.method === 'POST');
  return {
    rule,
    finding,
    baseUrl: run.report.target.baseUrl,
    ownName: `petvet${run.report.run.id.replaceAll(/[^a-z\d]/gi, '')}`,
    petvet: PETVET_VERSION,
    steps: [
      ...writes.map((exchange) => stepOf(exchange, [], run)),
      ...shown.map((exchange, index) => stepOf(exchange, demandsOf(found, exchange, index, run), run)),
    ],
  };
}

function stepOf(exchange: Exchange, demands: readonly ScriptDemand[], run: RecordedRun): ScriptStep {
  const created = createdId(exchange);
  return {
    exchange,
    allowed: expectationOf(exchange, run).answers.map(({ status }) => status),
    demands,
    ...(created !== undefined && { created: `${created}` }),
  };
}

/** By what the run knew when the request was sent. */
function expectationOf({ id, request }: Exchange, { knowledge, exchanges }: RecordedRun): Expectation {
  const bench = new Bench(knowledge);
  for (const [number, exchange] of exchanges) if (number < id) bench.see(exchange);
  return expect(request, bench.knowledge);
}

function demandsOf(
  { rule, finding }: RecordedFinding,
  exchange: Exchange,
  index: number,
  run: RecordedRun,
): ScriptDemand[] {
  if (rule === 'CREATE-8' || rule === 'AUTH-4') return index === 0 ? [] : [{ kind: 'no-such-animal' }];
  const { answer } = exchange;
  if (finding.shownBy.length > 1 || answer === undefined) return [];
  const expectation = expectationOf(exchange, run);
  if (allowedBody(expectation, answer.status) === undefined || (rule === 'AUTH-3' && answer.status === 401)) {
    const allowed = expectation.answers.map(({ status }) => status);
    return [{ kind: 'status', allowed }];
  }
  // A script finds the key as it stands only, not its codings.
  if (rule === 'AUTH-8' && !showsPlainKey(answer)) return [];
  const demand = byRule(rule, expectation, run);
  return demand === undefined ? [] : [demand].flat();
}

function showsPlainKey({ headers, body }: Answer): boolean {
  const text = body.kind === 'bytes' ? Buffer.from(body.bytes).toString('latin1') : '';
  return [...headers.map(([, value]) => value), text].some((one) => /\{(primary|second)\}/.test(one));
}

/** What an answer of an allowed status must be like besides; undefined where only a reader can tell. */
function byRule(rule: RuleId, expectation: Expectation, run: RecordedRun): ScriptDemand | ScriptDemand[] | undefined {
  const { page } = expectation;
  switch (rule) {
    case 'JSON-1':
      return { kind: 'json' };
    case 'JSON-2':
      return { kind: 'integers' };
    case 'LIST-1':
      return { kind: 'shape', of: 'Pets' };
    case 'LIST-2':
    case 'LIST-3':
    case 'LIST-4':
      return page && { kind: 'at-most', items: page.atMost };
    case 'LIST-6':
    case 'LIST-9':
      return page?.status === undefined ? undefined : { kind: 'every-status', status: page.status };
    case 'LIST-10':
      return { kind: 'unique-ids' };
    case 'GET-1':
    case 'GET-2':
      return theAnimal(expectation);
    case 'CREATE-1':
      return { kind: 'shape', of: 'Pet' };
    case 'CREATE-2':
    case 'JSON-3':
      return asSent(expectation);
    case 'CREATE-3':
      return expectation.newPet?.kind === 'valid' && expectation.newPet.sentId !== undefined
        ? { kind: 'other-id', than: `${expectation.newPet.sentId}` }
        : undefined;
    case 'ERR-1':
      return { kind: 'shape', of: 'Error' };
    case 'ERR-2':
      return { kind: 'error-status' };
    case 'AUTH-5':
      return { kind: 'header-like', name: 'WWW-Authenticate', pattern: String.raw`(^|[\s,])Bearer\b` };
    case 'AUTH-8':
      return { kind: 'no-key' };
    case 'GET-5':
      return { kind: 'headers', names: ['Deprecation', 'Sunset'] };
    case 'RATE-1':
      return { kind: 'headers', names: Object.values(RATE_LIMIT_HEADERS) };
    case 'RATE-2':
      return { kind: 'rate-sense' };
    case 'RATE-3':
      return planLimit(run);
    default:
      return undefined;
  }
}

/** An answer of 200 is a Pet, and the one that was asked for. */
function theAnimal({ petId }: Expectation): ScriptDemand[] | undefined {
  if (petId?.kind !== 'int64') return undefined;
  return [
    { kind: 'shape', of: 'Pet' },
    { kind: 'same-id', as: `${petId.id}` },
  ];
}

function asSent({ newPet }: Expectation): ScriptDemand[] | undefined {
  if (newPet?.kind !== 'valid') return undefined;
  const { name, categoryId, status } = newPet;
  return [
    member('name', JSON.stringify(name)),
    member('categoryId', `${categoryId}`),
    ...(status === undefined ? [] : [member('status', JSON.stringify(status))]),
  ];
}

function planLimit({ knowledge: { plan } }: RecordedRun): ScriptDemand | undefined {
  const figures = [plan.perMinute, plan.perDay].filter((figure) => figure !== undefined);
  const pattern = String.raw`^(${figures.join('|')})(\D|$)`;
  return figures.length === 0 ? undefined : { kind: 'header-like', name: RATE_LIMIT_HEADERS.limit, pattern };
}

function member(name: string, literal: string): ScriptDemand {
  return { kind: 'member', name, literal };
}
