import { sayName } from '../gate/finding-name.ts';
import { beside, paint, type Look } from '../text/look.ts';
import { printable } from '../text/printable.ts';
import type { RunReport } from './run-report.ts';
import { counted } from '../text/counted.ts';

/** Columns that the state of an entry is given. */
const STATE_COLUMN = 13;

/** What became of the entries of a baseline, each on a line of its own; nothing where no baseline was given. */
export function baselineLines({ gate }: RunReport, look: Look): string[] {
  const { baseline } = gate ?? {};
  if (baseline === undefined) return [];
  const { file, known, fresh, stale, expired, unseen } = baseline;
  const line = (state: string, text: string, tone: 'bad' | 'quiet') =>
    beside(look, { label: `  ${state}`, column: STATE_COLUMN, text: printable(text), labelTone: tone });
  const endless = known.filter(({ expires }) => expires === undefined).length;
  return [
    '',
    paint(look, 'title', `Baseline ${printable(file)}`),
    ...fresh.flatMap((name) => line('new', sayName(name), 'bad')),
    ...expired.flatMap((entry) => line('expired', `${sayName(entry)}; on ${entry.expires}`, 'bad')),
    ...stale.flatMap((entry) => line('stale', `${sayName(entry)}; not seen again`, 'bad')),
    ...known.flatMap(({ reason, owner, expires, ...name }) =>
      line(
        'known',
        `${sayName(name)}; ${reason} (${owner}${expires === undefined ? '' : `, until ${expires}`})`,
        'quiet',
      ),
    ),
    ...unseen.flatMap(({ entry, why }) => line('not seen', `${sayName(entry)}; ${why}`, 'quiet')),
    ...(endless === 0 ? [] : line('', `${counted(endless, 'entry has', 'entries have')} no expiry`, 'quiet')),
  ];
}
