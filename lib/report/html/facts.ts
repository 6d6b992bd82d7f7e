import { daysUntilRemoval, GET_PET_REMOVAL } from '../../contract/lifecycle.ts';
import type { RunReport } from '../run-report.ts';
import { planOf } from '../terminal-header.ts';
import { counted, describeRoom } from '../verdict-words.ts';
import { factRows, type Fact } from './fact-rows.ts';
import { dateOf } from './glance.ts';
import { html, section, shown, type Html } from './markup.ts';

/** Ids of created animals that are listed; all of them are in the report's JSON. */
const MOST_IDS = 40;

/** The name of a fact, and what it is. */
/** The facts of a run: who was judged, as what, at which date, by what, and what the run left behind; `more` are those of its kind. */
export function factsSection(report: RunReport, more: readonly Fact[] = []): Html {
  return section(
    'facts',
    'The run',
    html`<dl class="facts">${factRows([...factsOf(report), ...more])}</dl>
      <form id="any" class="any" hidden>
        <label
          >Exchange <input type="number" id="any-number" min="1" max="${report.run.sent}" value="1" required
        /></label>
        <button type="submit">Show</button>
        <span class="quiet">One of the ${report.run.sent} of this run.</span>
      </form>`,
  );
}

function factsOf({ knowledge, run, versions }: RunReport): Fact[] {
  const { target, baseUrl, asOf, writes, leftOutInputs = [], secondKey } = knowledge;
  const seconds = Math.max(0, run.endedAt - run.startedAt) / 1_000;
  return [
    ['Target', html`${shown(target)}, <span class="mono">${shown(baseUrl)}</span>`],
    ['Plan', planOf(knowledge)],
    ['As of', `${shown(asOf)}: ${removalFrom(asOf)}`],
    ['Began', dateOf(run.startedAt)],
    ['Lasted', `${seconds.toFixed(1)} seconds, of which ${run.waitedSeconds.toFixed(1)} were spent waiting`],
    ['Requests', `${run.sent} sent, ${run.refused} refused with 429`],
    ['Pets created', createdOf(run)],
    ['Seed', `${run.seed}`],
    ['Writes', writes ? 'on' : 'off: no POST was sent'],
    ['Second caller', secondKey ? 'a second key was there' : 'no second key was given'],
    ...(leftOutInputs.length === 0 ? [] : [['Left out', shown(leftOutInputs.join(', '))] as const]),
    ...(run.endedEarly === undefined ? [] : [['Ended early', shown(run.endedEarly)] as const]),
    [
      'Made by',
      `petvet ${shown(versions.petvet)}, catalogue ${shown(versions.catalogue)}, specification ${shown(versions.specification)}, Node ${shown(versions.node)}`,
    ],
  ];
}

function removalFrom(asOf: string): string {
  const days = daysUntilRemoval(asOf);
  if (Number.isNaN(days)) return 'no date';
  if (days === 0) return `the day on which getPet is removed`;
  return days > 0
    ? `${counted(days, 'day')} until getPet is removed on ${GET_PET_REMOVAL}`
    : `${counted(-days, 'day')} since getPet was removed on ${GET_PET_REMOVAL}`;
}

function createdOf({ created, runsLeft }: RunReport['run']): string | Html {
  if (created.length === 0) return 'none';
  const listed = created.slice(0, MOST_IDS).map((id) => shown(id, 40));
  const more = created.length - listed.length;
  const room = runsLeft === undefined ? '' : `; ${describeRoom(runsLeft)}`;
  return html`${created.length}:
    <span class="mono">${listed.join(', ')}</span>${more > 0 && ` and ${more} more`}${room}`;
}
