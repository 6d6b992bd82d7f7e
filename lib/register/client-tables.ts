import { FREEDOMS } from '../client/freedoms.ts';
import { NAMED_SITUATIONS, SITUATIONS } from '../client/situations.ts';
import type { PlainTable } from './plain-table.ts';
import type { ClientRow, RegisterTable } from './table.ts';

/** A client that is listed. */
type ListedClient = ClientRow & Required<Pick<ClientRow, 'client'>>;

/** How many of the situations a client met. */
export function situationWords({ client }: ClientRow): string {
  if (client === undefined) return '';
  const { situations } = client;
  return `${situations.filter(({ isMet }) => isMet).length} of ${situations.length} met`;
}

/** How many freedoms of a service it was shown to stand. */
export function freedomWords({ client }: ClientRow): string {
  if (client === undefined) return '';
  const { stands } = client;
  return stands === undefined ? 'not shown' : `stands ${stands.freedoms.length} (seed ${stands.seed})`;
}

/** What is to be known of the certificate of a client, or why there is none. */
export function clientNote({ client, standing: { state, reason, next } }: ClientRow): string {
  if (client === undefined) return `${reason}; ${next}`;
  const { petvet, isWordingChecked, warnings, about } = client;
  return [
    ...(state === 'conformant' ? [] : [reason, next]),
    ...(isWordingChecked ? [] : [`made with petvet ${petvet}: its wording was not checked`]),
    ...(warnings.length === 0 ? [] : [`warnings: ${warnings.join(', ')}`]),
    about,
  ].join('; ');
}

/** What clients were put into and shown to stand, with a column for the newest version of each that is listed. */
export function clientTables({ clients }: RegisterTable): readonly PlainTable[] {
  const newest = [...Map.groupBy(clients.filter(isListedClient), ({ name }) => name).values()].flatMap(
    ([first]) => first ?? [],
  );
  const columns = newest.map(({ name, version }) => `${name} ${version}`);
  const situations: PlainTable = {
    id: 'situations',
    title: 'Situations that clients met',
    head: ['Situation', 'What happens', ...columns],
    rows: NAMED_SITUATIONS.map((name) => [
      name,
      SITUATIONS[name].says,
      ...newest.map(({ client }) =>
        client.situations.some((one) => one.name === name && one.isMet) ? 'met' : 'not met in full',
      ),
    ]),
  };
  const shown = FREEDOMS.filter(({ name }) => newest.some(({ client }) => client.stands?.freedoms.includes(name)));
  const freedoms: PlainTable = {
    id: 'freedoms',
    title: 'Freedoms that clients stand',
    lead: 'What the specification leaves open, and a service may do. Each client was run with all of its freedoms at once.',
    head: ['Freedom', 'What the service does', ...columns],
    rows: shown.map(({ name, says }) => [
      name,
      says,
      ...newest.map(({ client }) => (client.stands?.freedoms.includes(name) === true ? 'stands' : 'not shown')),
    ]),
  };
  return [situations, freedoms].filter(({ rows }) => newest.length > 0 && rows.length > 0);
}

function isListedClient(row: ClientRow): row is ListedClient {
  return row.client !== undefined;
}
