import { counted } from '../text/counted.ts';
import type { ClientReport } from './client-report.ts';

/** The must rules with one of some verdicts. */
export function mustRules({ rules }: ClientReport, verdicts: readonly string[]): readonly string[] {
  return rules.filter(({ level, verdict }) => level === 'must' && verdicts.includes(verdict)).map(({ id }) => id);
}

/** The must rules that were neither violated nor verified. */
export function unverified(report: ClientReport): readonly string[] {
  return mustRules(report, ['inconclusive', 'not-exercised']);
}

/** What the outcome rests on, in one clause. */
export function tellOutcome(report: ClientReport): string {
  const violated = mustRules(report, ['fail']);
  const open = unverified(report);
  const breaks = tellBreak(report);
  if (violated.length === 0 && breaks !== undefined) return breaks;
  if (violated.length > 0)
    return `${breaks === undefined ? '' : `${breaks}; `}${violated.join(', ')} ${violated.length === 1 ? 'is' : 'are'} violated`;
  if (open.length === 0) return 'every must rule for clients is satisfied';
  return `no must rule is violated; ${tellUnverified(open)}`;
}

/** On what of the things that the specification leaves open the client breaks; undefined where it was not seen to break. */
export function tellBreak({ grease }: ClientReport): string | undefined {
  if (grease?.verdict !== 'breaks') return undefined;
  return `the client breaks on ${grease.reliesOn.map(({ name }) => name).join(' with ')}`;
}

/** The same of must rules that were not verified. */
export function tellUnverified(open: readonly string[]): string {
  return `${open.join(', ')} ${open.length === 1 ? 'was' : 'were'} not verified`;
}

/** Which client it is about: its command, or where it was recorded. */
export function tellClient({ command, source }: ClientReport): string {
  return command ?? source ?? '';
}

/** How many requests came, and how many of them were refused. */
export function tellRequests({ requests }: ClientReport): string {
  const refused = requests.filter(({ retryAfter }) => retryAfter !== undefined).length;
  const during = requests.filter(({ duringWaitOf }) => duringWaitOf !== undefined).length;
  const more = during === 0 ? '' : `, ${during} more because a Retry-After had not passed`;
  return `${counted(requests.length, 'request')} from the client, ${refused} refused with 429${more}`;
}

/** The same of situations that did not befall the client. */
export function tellUnmet(unmet: ClientReport['situations']): string {
  return unmet.map(({ name, observed }) => `the situation ${name} was not met: ${observed}`).join('; ');
}
