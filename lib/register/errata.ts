import { z } from 'zod';
import type { Catalogue } from '../certificate/catalogues.ts';
import type { CertificatePredicate } from '../certificate/predicate.ts';
import { isRuleId } from '../rules/index.ts';
import { Text } from './form.ts';

const Erratum = z.strictObject({
  id: Text,
  rule: z.string().refine(isRuleId, { error: ({ input }) => `${JSON.stringify(input)} is no rule of the catalogue` }),
  catalogues: z.array(Text).min(1),
  from: z.iso.date().meta({ description: 'The first day on which it applies, also to certificates that are older' }),
  does: z
    .enum(['excludes', 'rewords'])
    .meta({ description: 'excludes: the rule is not counted; rewords: it is, and reads as `says`' }),
  says: Text.meta({ description: 'Why it is excluded, or how the requirement reads' }),
});

/** A rule of a catalogue that turned out to be wrong. */
export type Erratum = z.infer<typeof Erratum>;

/** The errata of a register. */
export const Errata = z
  .strictObject({ schema: z.literal('petvet/errata/1'), errata: z.array(Erratum) })
  .meta({ title: 'The errata of a register (errata.yaml)' });

/** The errata that apply to a certificate on a day: those of its catalogue, on rules that it scored. */
export function errataOn(
  errata: readonly Erratum[],
  { claims }: Pick<CertificatePredicate, 'claims'>,
  today: string,
): readonly Erratum[] {
  const scored = new Set(claims.verdicts.flatMap(({ rule, verdict }) => (verdict === 'not-scored' ? [] : rule)));
  return errata.filter(
    ({ rule, catalogues, from }) => from <= today && catalogues.includes(claims.catalogue) && scored.has(rule),
  );
}

/** The rules that these errata exclude. */
export function excludedBy(errata: readonly Erratum[]): ReadonlySet<string> {
  return new Set(errata.flatMap(({ does, rule }) => (does === 'excludes' ? rule : [])));
}

/** A catalogue without some of its rules. */
export function without({ version, isScored }: Catalogue, excluded: ReadonlySet<string>): Catalogue {
  return { version, isScored: (id) => isScored(id) && !excluded.has(id) };
}

/** What an erratum does, as a clause. */
export function erratumWords({ id, rule, does }: Pick<Erratum, 'id' | 'rule' | 'does'>): string {
  return `erratum ${id}: ${rule} ${does === 'excludes' ? 'is not counted' : 'is reworded'}`;
}
