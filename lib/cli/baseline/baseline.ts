import { UsageError } from '../../errors.ts';
import { emptyBaseline, writtenBaseline, type Baseline, type BaselineEntry } from '../../gate/baseline-file.ts';
import { inCatalogueOrder, type BaselineUse } from '../../gate/baseline.ts';
import { countingFor, unverifiedRows } from '../../gate/decision.ts';
import { sayName, type FindingName } from '../../gate/finding-name.ts';
import { isSameFault } from '../../gate/same-fault.ts';
import { readTried, whereOf, widenedWhere, type Tried, type Where } from '../../gate/tried.ts';
import { namesOf, summed } from '../../gate/violations.ts';
import type { LedgerRow } from '../../ledger/ledger.ts';
import { printable } from '../../text/printable.ts';
import { counted } from '../../text/counted.ts';
import { rules } from '../../rules/index.ts';
import { readRuleIds } from '../../run/selection.ts';
import { isCalendarDate } from '../../targets/as-of.ts';
import { openBaseline, openIfThere, saveBaseline } from '../../gate/baseline-on-disk.ts';
import { flowing, type Terminal } from '../shared/terminal.ts';
import { holdRun } from '../../run/gate.ts';
import { judgeRunAgain } from '../shared/recorded-client.ts';

/** What every command of `petvet baseline` is told. */
export interface BaselineFlags {
  readonly file: string;
}

/** What `petvet baseline write` is told. */
export interface BaselineWriteFlags extends BaselineFlags {
  readonly reason: string;
  readonly owner: string;
  readonly expires?: string;
  readonly intermittent?: boolean;
  readonly strict?: boolean;
  readonly rule: readonly string[];
}

/** Adds the violations of a run to a baseline. */
export async function writeBaseline(dir: string, flags: BaselineWriteFlags, terminal: Terminal): Promise<void> {
  const { file, strict = false } = flags;
  const saying = entrySaying(flags, terminal.today);
  const asked = flags.rule.flatMap((text) => readRuleIds(text, '--rule'));
  const baseline = openIfThere(file) ?? emptyBaseline(file);
  const { verdicts, source } = await judgeRunAgain(dir, terminal);
  const { ledger, brokenOff, knowledge } = verdicts;
  if (brokenOff !== undefined)
    throw new UsageError(brokenOff, 'name an undamaged report: what is missing may hold a violation');
  const isAsked = ({ id }: LedgerRow) => asked.length === 0 || asked.includes(id);
  const { counts, warnings } = countingFor({ strict, requireComplete: false });
  const isThere = (name: FindingName) => baseline.entries.some((entry) => isSameFault(entry, name));
  const found = namesOf(ledger.rows, { counts: (row) => counts(row) && isAsked(row), warnings });
  const tried = await readTried(source(), knowledge);
  const added = inCatalogueOrder(summed(found.filter((name) => !isThere(name)))).map((name) => {
    const where = whereOf(name, ledger.rows, tried);
    return { ...name, ...saying, ...(where.length > 0 && { where }) };
  });
  const located = locatedIn(baseline, { rows: ledger.rows.filter(isAsked), tried });
  const spread = spreadIn(baseline, { rows: ledger.rows, tried });
  // That a known fault spreads is what the entry is to show: only who names the rule accepts it.
  const widened = new Map([...spread].filter(([{ rule }]) => asked.includes(rule)));
  for (const [entry, { more }] of spread) {
    const says = `${sayName(entry)}: seen where it had passed (${placesIn(more)})`;
    if (!widened.has(entry))
      terminal.out(
        flowing(
          printable(`! ${says}, which fails the gate. To accept it there, too, add --rule ${entry.rule}.`),
          terminal,
        ),
      );
  }
  if (added.length + located.size + widened.size === 0) {
    const why =
      found.length === 0
        ? 'the run found no violation'
        : spread.size > 0
          ? 'its other violations are in it'
          : 'every violation of the run is in it';
    terminal.out(`${file} is unchanged: ${why}.`);
    tellUnverified(ledger.rows, terminal);
    return;
  }
  const moved = new Map([...located, ...[...widened].map(([entry, { where }]) => [entry, where] as const)]);
  await saveBaseline(file, writtenBaseline(baseline, { removed: [], added, located: moved }));
  for (const entry of added) terminal.out(`+ ${printable(sayName(entry))}`);
  if (added.length > 0)
    terminal.out(
      `Added to ${file}: ${counted(added.length, 'entry', 'entries')}.${added.length > 1 ? ` ${EDIT}` : ''}`,
    );
  for (const entry of located.keys())
    terminal.out(`  ${printable(sayName(entry))}: now says where in the input it was seen`);
  for (const [entry, { more }] of widened)
    terminal.out(`  ${printable(`${sayName(entry)}: now covers ${placesIn(more)}, where it had passed`)}`);
  tellUnverified(ledger.rows, terminal);
}

/** Entries whose fault the run saw where it had passed. */
function spreadIn(
  { entries }: Baseline,
  { rows, tried }: { readonly rows: readonly LedgerRow[]; readonly tried: Tried },
): ReadonlyMap<BaselineEntry, NonNullable<ReturnType<typeof widenedWhere>>> {
  return new Map(
    entries.flatMap((entry) => {
      const widened = widenedWhere(entry, rows, tried);
      return widened === undefined ? [] : [[entry, widened] as const];
    }),
  );
}

function placesIn(where: readonly Where[]): string {
  return where.map(({ of, seen }) => `${of}: ${seen.join('; ')}`).join(', ');
}

/** Where the run saw the entries that do not say it yet, as those of older files. One that comes and goes passes anywhere. */
function locatedIn(
  { entries }: Baseline,
  { rows, tried }: { readonly rows: readonly LedgerRow[]; readonly tried: Tried },
): ReadonlyMap<BaselineEntry, readonly Where[]> {
  const lacking = entries.filter(({ where, intermittent }) => where === undefined && intermittent !== true);
  const each = lacking.map((entry) => [entry, whereOf(entry, rows, tried)] as const);
  return new Map(each.filter(([, where]) => where.length > 0));
}

/** What a later run verifies for the first time is new to the baseline, and fails the gate. */
function tellUnverified(rows: readonly LedgerRow[], terminal: Terminal): void {
  const ids = unverifiedRows(rows).map(({ id }) => id);
  if (ids.length === 0) return;
  const says = `The run did not verify ${ids.join(', ')}: a violation that a later run finds there is new, and fails the gate.`;
  terminal.out(
    flowing(`${says}${ids.includes('LIST-4') ? ' LIST-4 needs 101 pets, which --populate creates.' : ''}`, terminal),
  );
}

const EDIT = 'All of them have the same reason, owner and expiry date: edit the file where they should differ.';

/** What all entries of one call have in common. */
function entrySaying(
  { reason, owner, expires, intermittent }: BaselineWriteFlags,
  today: string,
): Pick<BaselineEntry, 'reason' | 'owner' | 'expires' | 'intermittent'> {
  for (const [flag, text] of Object.entries({ '--reason': reason, '--owner': owner }))
    if (text.trim() === '') throw new UsageError(`${flag} is empty`, 'a known violation needs a reason and an owner');
  if (expires !== undefined && !isCalendarDate(expires))
    throw new UsageError(`--expires ${JSON.stringify(expires)} is not a date`, 'write it as YYYY-MM-DD');
  if (expires !== undefined && expires < today)
    throw new UsageError(`--expires ${expires} has passed: the entries would fail the next run`, 'give a future date');
  return {
    reason: reason.trim(),
    owner: owner.trim(),
    ...(expires !== undefined && { expires }),
    ...(intermittent === true && { intermittent }),
  };
}

/** Removes the entries of a baseline that a run could have seen and did not see. */
export async function pruneBaseline(dir: string, { file }: BaselineFlags, terminal: Terminal): Promise<void> {
  const baseline = openBaseline(file);
  const use = await useOf(dir, baseline, terminal);
  for (const { entry, why } of use.unseen) terminal.out(`  ${printable(sayName(entry))} stays: ${printable(why)}`);
  for (const entry of use.expired)
    terminal.out(
      `  ${printable(sayName(entry))} stays: it expired on ${entry.expires}; set another date, or delete it`,
    );
  const removed = use.stale;
  if (removed.length === 0) {
    terminal.out(`${file} is unchanged: no entry is stale.`);
    return;
  }
  await saveBaseline(file, writtenBaseline(baseline, { removed, added: [] }));
  for (const entry of removed) terminal.out(`- ${printable(sayName(entry))}`);
  terminal.out(`Removed from ${file}: ${counted(removed.length, 'entry', 'entries')}.`);
}

/** Says what each entry of a baseline is about, and what became of it in a run. */
export async function explainBaseline(
  dir: string | undefined,
  { file }: BaselineFlags,
  terminal: Terminal,
): Promise<void> {
  const baseline = openBaseline(file);
  const { entries } = baseline;
  const use = dir === undefined ? undefined : await useOf(dir, baseline, terminal);
  if (entries.length === 0) terminal.out(`${file} has no entry: every violation fails the gate.`);
  for (const entry of entries) terminal.out(entryLines(entry, use).join('\n'));
  for (const name of use?.fresh ?? []) terminal.out(`not in ${file}: ${printable(sayName(name))}`);
}

async function useOf(dir: string, baseline: Baseline, terminal: Terminal): Promise<BaselineUse> {
  const { verdicts, source } = await judgeRunAgain(dir, terminal);
  const wishes = { strict: false, requireComplete: false };
  return holdRun(verdicts, baseline, wishes, source);
}

function entryLines(entry: BaselineEntry, use: BaselineUse | undefined): string[] {
  const { rule, reason, owner, expires, intermittent, where = [] } = entry;
  const state = use === undefined ? undefined : stateOf(entry, use);
  return [
    printable(sayName(entry)),
    `  requirement  ${rules[rule].says}`,
    `  reason       ${printable(reason)}`,
    `  owner        ${printable(owner)}`,
    `  expires      ${expires ?? 'never: set a date, so that it is reviewed'}`,
    ...where.flatMap(({ of, seen, passed }) => [
      `  seen         ${printable(`${of}: ${seen.join('; ')}`)}`,
      `  passed       ${printable(`${of}: ${passed.join('; ')}`)}`,
    ]),
    ...(intermittent === true ? ['  intermittent a run that does not see it does not make it stale'] : []),
    ...(state === undefined ? [] : [`  in that run  ${printable(state)}`]),
  ];
}

function stateOf(entry: BaselineEntry, { stale, expired, known, unseen }: BaselineUse): string {
  if (expired.includes(entry)) return 'expired by then';
  if (known.includes(entry)) return 'seen';
  if (stale.includes(entry)) return 'not seen, though the run could have seen it: stale';
  return `not seen: ${unseen.find((one) => one.entry === entry)?.why ?? 'the run could not have seen it'}`;
}
