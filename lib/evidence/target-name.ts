/** The name that a target without one gets in reports. */
export const UNNAMED = 'unnamed';

/** The name of petvet's own server. No target of the settings has it: what is said of it is said of that server alone. */
export const REFERENCE = 'reference';

/** The first words of an outcome that says nothing of anybody's service: a reader must not take it for one of theirs. */
export function sayWhose(target: string, outcome: string): string {
  return target === REFERENCE ? `petvet's own reference server: ${outcome}` : outcome;
}

/** The prefix of the variables that configure a target of this name: `PETVET_STAGING_`, or `PETVET_` without a name. */
export function prefixOf(name: string): string {
  return name === UNNAMED ? 'PETVET_' : `PETVET_${name.replaceAll('-', '_').toUpperCase()}_`;
}
