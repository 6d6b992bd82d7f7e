import type { TableRow } from './table.ts';

/** What a submission is called where it holds or not. */
export const STATES: Readonly<Record<TableRow['state'], string>> = {
  holds: 'conforms',
  fails: 'refused',
  unchecked: 'not checked',
};

/** What stands in the last column: what is to be known of a certificate, or why there is none. */
export function noteOn({ certificate, says }: TableRow): string {
  if (certificate === undefined) return says;
  const { warnings, challenged, declaredWindows } = certificate;
  return [
    ...(challenged ? ['with a challenge'] : []),
    ...(declaredWindows === undefined
      ? []
      : [`windows declared: ${declaredWindows.minute} s and ${declaredWindows.day} s`]),
    ...(warnings.length === 0 ? [] : [`warnings: ${warnings.join(', ')}`]),
  ].join('; ');
}
