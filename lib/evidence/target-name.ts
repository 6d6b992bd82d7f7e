/** The name that a target without one gets in reports. */
export const UNNAMED = 'unnamed';

/** The prefix of the variables that configure a target of this name: `PETVET_STAGING_`, or `PETVET_` without a name. */
export function prefixOf(name: string): string {
  return name === UNNAMED ? 'PETVET_' : `PETVET_${name.replaceAll('-', '_').toUpperCase()}_`;
}
