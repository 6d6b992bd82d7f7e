import type { PlainTable } from './plain-table.ts';
import type { RegisterTable } from './table.ts';

/** Disputes with both sides, and errata; those that a register has none of are left out. */
export function proceedingsOf({ rows, clients, errata, asOf }: RegisterTable): readonly PlainTable[] {
  const all: readonly PlainTable[] = [
    {
      id: 'disputes',
      title: 'Disputes',
      head: ['Certificate', 'Dispute', 'Evidence says', 'Notice until', 'Vendor says', 'Decision'],
      rows: [...rows, ...clients].flatMap(({ name, version, disputes }) =>
        disputes.map(({ id, violates, until, response, decision }) => [
          `${name} ${version}`,
          id,
          violates.map(({ rule, says }) => `${rule}: ${says}`).join('; '),
          until,
          response !== undefined && response.on <= asOf ? response.says : '',
          decision !== undefined && decision.on <= asOf ? `${decision.is}: ${decision.says}` : '',
        ]),
      ),
    },
    {
      id: 'errata',
      title: 'Errata',
      head: ['Erratum', 'Rule', 'Catalogues', 'From', 'Effect', 'Text'],
      rows: errata.map(({ id, rule, catalogues, from, does, says }) => [
        id,
        rule,
        catalogues.join(', '),
        from,
        does,
        says,
      ]),
    },
  ];
  return all.filter((one) => one.rows.length > 0);
}
