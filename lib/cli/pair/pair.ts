import { resolve } from 'node:path';
import { UsageError } from '../../errors.ts';
import { EXIT } from '../../gate/exit.ts';
import { pairLines, tellPair } from '../../pair/pair-lines.ts';
import { pairOf, type Meeting, type Pair, type Side } from '../../pair/pair.ts';
import { counted } from '../../text/counted.ts';
import { printable } from '../../text/printable.ts';
import type { Look } from '../../text/look.ts';
import type { Terminal } from '../shared/terminal.ts';
import { subjectAt, type Subject } from './subject.ts';

/** What `petvet pair` is told. */
export interface PairFlags {
  readonly format?: 'json';
}

const STATUS: Readonly<Record<Meeting['verdict'], number>> = {
  yes: EXIT.conforms,
  no: EXIT.violates,
  'not shown': EXIT.incomplete,
};

/** Tells whether a client may meet a service. @returns the exit status @throws {UsageError} when it is not one of each */
export async function runPair(files: readonly string[], { format }: PairFlags, terminal: Terminal): Promise<number> {
  const subjects: Subject[] = [];
  for (const file of files) {
    // oxlint-disable-next-line no-await-in-loop -- the evidence of one run at a time is in memory
    subjects.push(await subjectAt(resolve(terminal.cwd, file), terminal));
  }
  const clients = subjects.filter((one) => one.kind === 'client');
  const services = subjects.filter((one) => one.kind === 'service');
  const [service] = services;
  const [client] = clients;
  if (service === undefined || client === undefined || services.length > 1)
    throw new UsageError(
      `these are runs of ${clients.length === 0 ? 'no client' : 'a client'} and of ${services.length === 0 ? 'no service' : counted(services.length, 'service')}`,
      'name the folder that `petvet client` wrote, several of the same client if you like, and that of one service',
    );
  const other = clients.find(({ name }) => name !== client.name);
  if (other !== undefined)
    throw new UsageError(
      `these are runs of two clients: ${printable(client.name, 100)}, and ${printable(other.name, 100)}`,
      'name runs of one client',
    );
  const greases = clients.flatMap(({ grease }) => grease ?? []);
  const pair = pairOf(greases, service.choices, {
    client: sideOf(clients),
    service: sideOf(services),
  });
  const status = STATUS[pair.verdict];
  if (format === 'json') terminal.out(JSON.stringify(jsonOf(pair, client, service)));
  else {
    const look: Look = { colour: terminal.colour, width: terminal.piped === true ? Infinity : terminal.width };
    terminal.out(`Client   ${printable(client.name, 200)}, ${clients.map(({ on }) => on).join(', ')}`);
    terminal.out(`Service  ${printable(service.name, 200)}, ${service.on}`);
    terminal.out('');
    for (const line of pairLines(pair, look)) terminal.out(line);
    terminal.out('');
    if (pair.next !== undefined)
      terminal.out(`To show more: petvet client --grease ${pair.next.seed} (${pair.next.shows.join(', ')})`);
    terminal.out(`Exit status ${status}: ${pair.verdict}: ${tellPair(pair)}`);
  }
  return status;
}

/** Of all runs of one: what is violated in one is violated, and what is verified in none is not verified. */
function sideOf(runs: readonly Subject[]): Side {
  const ids = [...new Set(runs.flatMap(({ rules }) => [...rules.keys()]))];
  const verdictsOn = (id: string) => runs.map(({ rules }) => rules.get(id) ?? 'not-exercised');
  return {
    violated: ids.filter((id) => verdictsOn(id).includes('fail')),
    unverified: ids.filter((id) => verdictsOn(id).every((verdict) => OPEN.includes(verdict))),
  };
}

const OPEN = ['inconclusive', 'not-exercised'];

function jsonOf({ meetings, ...pair }: Pair, client: Subject, service: Subject): object {
  return {
    schema: 'petvet/pair/1',
    ...pair,
    client: { name: client.name, on: client.on, ...pair.client },
    service: { name: service.name, on: service.on, ...pair.service },
    freedoms: meetings.map(({ freedom: { name, says, clause }, is, exchange, client: shown, verdict }) => ({
      name,
      says,
      clause,
      service: is,
      ...(exchange !== undefined && { exchange }),
      client: shown,
      verdict,
    })),
  };
}
