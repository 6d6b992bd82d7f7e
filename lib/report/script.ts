import type { Exchange } from '../evidence/exchange.ts';
import { rules, type RuleId } from '../rules/index.ts';
import { wrap } from './page.ts';
import { printable } from './printable.ts';
import { SCRIPT_RUNTIME } from './script-runtime.ts';

/** What an answer must be like, as far as a script of a few lines can see it. */
export type ScriptDemand =
  /** Numbers, and classes such as `4xx`. */
  | { readonly kind: 'status'; readonly allowed: readonly (number | string)[] }
  | { readonly kind: 'headers'; readonly names: readonly string[] }
  /** The value matches, letter case aside; an absent header does not. */
  | { readonly kind: 'header-like'; readonly name: string; readonly pattern: string }
  /** The three rate limit headers make sense. */
  | { readonly kind: 'rate-sense' }
  | { readonly kind: 'json' }
  | { readonly kind: 'shape'; readonly of: 'Pets' | 'Pet' | 'Error' }
  | { readonly kind: 'error-status' }
  | { readonly kind: 'at-most'; readonly items: number }
  | { readonly kind: 'every-status'; readonly status: string }
  | { readonly kind: 'unique-ids' }
  /** `id` and `categoryId` are JSON integers within int64, wherever they stand. */
  | { readonly kind: 'integers' }
  /** A member of the animal that came back stands for this JSON value; integers are compared digit by digit. */
  | { readonly kind: 'member'; readonly name: string; readonly literal: string }
  | { readonly kind: 'other-id'; readonly than: string }
  /** The animal is the one that the address names. */
  | { readonly kind: 'same-id'; readonly as: string }
  | { readonly kind: 'no-key' }
  /** The name that the first POST of the script gave is nowhere in it. */
  | { readonly kind: 'no-such-animal' };

/** One request of a script. */
export interface ScriptStep {
  readonly exchange: Exchange;
  /** The answers that the specification allows, as statuses and classes. */
  readonly allowed: readonly (number | string)[];
  readonly demands: readonly ScriptDemand[];
  /** The id that the recorded answer gave to a new animal: later addresses name it. */
  readonly created?: string;
}

/** A finding as a script. */
export interface ScriptPlan {
  readonly rule: RuleId;
  readonly finding: {
    readonly says: string;
    readonly expected?: string | undefined;
    readonly actual?: string | undefined;
  };
  readonly baseUrl: string;
  /** The names that the run gave to its animals start so, in any letter case; each is replaced by a new one. */
  readonly ownName: string;
  readonly petvet: string;
  readonly steps: readonly ScriptStep[];
}

/** Bodies up to so many bytes stand in the script as text. */
const MOST_TEXT = 4_000;

/**
 * A finding as a program for Node 18 or newer that needs nothing else: it sends the requests, shows what comes back beside
 * what is expected, and exits 1 where the violation shows again, 0 where the responses that showed it are as required, 2 where it cannot tell.
 * The address and the keys come from the environment: a report that somebody changed must not lead a key elsewhere. Nothing in it but ASCII.
 */
export function renderScript(plan: ScriptPlan): string {
  const { rule, finding, baseUrl, ownName, petvet } = plan;
  const { says, source } = rules[rule];
  const comments = [
    `${rule}: ${says}`,
    `Source: the interface specification, ${source}`,
    '',
    `Found: ${finding.says}`,
    ...(finding.expected === undefined ? [] : [`Expected: ${finding.expected}`]),
    ...(finding.actual === undefined ? [] : [`Actual: ${finding.actual}`]),
    '',
    `Made by petvet ${petvet}. It needs Node 18 or newer and nothing else:`,
    '  PETVET_BASE_URL=... PETVET_API_KEY=... node THIS_FILE',
    'Exit status: 1 violated again, 0 the responses that showed it are as required now, 2 cannot tell.',
  ];
  const data = {
    rule,
    says,
    found: printable(finding.says),
    baseUrl,
    ownName,
    steps: plan.steps.map(stepData),
  };
  return [
    ...comments.flatMap((line) => wrap(printable(line), 110).map((part) => `// ${ascii(part)}`.trimEnd())),
    '',
    `const PLAN = ${ascii(JSON.stringify(data, undefined, 2))};`,
    '',
    SCRIPT_RUNTIME,
  ].join('\n');
}

function stepData({ exchange, allowed, demands, created }: ScriptStep): object {
  const { request, answer } = exchange;
  const body = request.body.kind === 'bytes' ? bodyData(request.body.bytes) : undefined;
  return {
    method: request.method,
    target: request.target,
    headers: request.headers.filter(
      ([name, value]) => name.toLowerCase() !== 'user-agent' && !value.startsWith('{header:'),
    ),
    ...(body !== undefined && { body }),
    recorded: answer?.status ?? null,
    allowed,
    demands,
    ...(created !== undefined && { created }),
  };
}

function bodyData(bytes: Uint8Array): { text: string; encoding: 'utf8' | 'base64' } {
  const buffer = Buffer.from(bytes);
  const text = buffer.toString('utf8');
  const isText = bytes.length <= MOST_TEXT && Buffer.from(text, 'utf8').equals(buffer);
  return isText ? { text, encoding: 'utf8' } : { text: buffer.toString('base64'), encoding: 'base64' };
}

/** Neither an editor nor a terminal can make anything else of it. */
function ascii(text: string): string {
  return text.replaceAll(
    /[^\n\u0020-\u007e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
