import { defects } from '../../reference/defects/index.ts';
import { variants } from '../../reference/variants/index.ts';
import { beside } from '../../text/look.ts';
import { counted } from '../../text/counted.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Columns of the names; a longer one has its line for itself. */
const COLUMN = 34;

/** Prints what the reference server can be started with: each defect with the rules that it violates, each variant. */
export function listAlterations(terminal: Terminal): void {
  const faults = Object.entries(defects);
  const others = Object.entries(variants);
  const line = (name: string, text: string) => {
    const room = name.length < COLUMN - 2;
    const label = room ? `  ${name}` : '';
    return [...(room ? [] : [`  ${name}`]), ...beside(terminal, { label, column: COLUMN, text })];
  };
  terminal.out(
    [
      `${counted(faults.length, 'defect')}, for --defect NAME: the service violates a rule`,
      ...faults.flatMap(([name, { breaks, says }]) => line(name, `${breaks.join(', ')}: ${says}`)),
      '',
      `${counted(others.length, 'variant')}, for --variant NAME: the service conforms in another way`,
      ...others.flatMap(([name, { says }]) => line(name, says)),
    ].join('\n'),
  );
}
