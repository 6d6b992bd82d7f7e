import { sayName, type FindingName } from '../../gate/finding-name.ts';
import type { RunReport } from '../run-report.ts';
import { html, section, shown, type Html } from '../../text/markup.ts';

/** What became of the entries of a baseline, and which violations none of them names. */
export function baselineSection({ gate }: RunReport): Html | undefined {
  const { baseline } = gate ?? {};
  if (baseline === undefined) return undefined;
  const { file, known, fresh, stale, expired, unseen } = baseline;
  const rows = [
    ...fresh.map((name) => rowOf('new', name, 'not in the baseline')),
    ...expired.map((entry) => rowOf('expired', entry, `on ${entry.expires ?? ''}; ${entry.reason}`, entry.owner)),
    ...stale.map((entry) => rowOf('stale', entry, `not seen again; ${entry.reason}`, entry.owner)),
    ...known.map((entry) =>
      rowOf(
        'known',
        entry,
        `${entry.reason}; ${entry.expires === undefined ? 'no expiry' : `until ${entry.expires}`}`,
        entry.owner,
      ),
    ),
    ...unseen.map(({ entry, why }) => rowOf('not seen', entry, why, entry.owner)),
  ];
  return section(
    'baseline',
    'Baseline',
    html`<table class="worded">
      <thead>
        <tr>
          <th>State</th>
          <th>Finding</th>
          <th>Reason</th>
          <th>Owner</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`,
    `Known violations of ${shown(file)}. The verdicts and the outcome do not depend on it; the exit status does.`,
  );
}

function rowOf(state: string, name: FindingName, reason: string, owner = ''): Html {
  return html`<tr>
    <td>${state}</td>
    <td><a href="#${name.rule}">${shown(sayName(name))}</a></td>
    <td>${shown(reason)}</td>
    <td>${shown(owner)}</td>
  </tr>`;
}
