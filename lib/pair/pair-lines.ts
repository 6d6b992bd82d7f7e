import { beside, type Look, type Tone } from '../text/look.ts';
import { printable } from '../text/printable.ts';
import { counted } from '../text/counted.ts';
import type { Meeting, Pair, Side } from './pair.ts';

/** Where the texts beside the names of freedoms begin. */
const COLUMN = 28;

const LOOKS: Readonly<Record<Meeting['verdict'], { readonly symbol: string; readonly tone: Tone }>> = {
  yes: { symbol: '✔', tone: 'good' },
  no: { symbol: '✖', tone: 'bad' },
  'not shown': { symbol: '?', tone: 'doubt' },
};

/** What decides first, then the rest; a line for each freedom. */
export function pairLines({ meetings, ...pair }: Pair, look: Look): string[] {
  const ranks: readonly Meeting['verdict'][] = ['no', 'not shown', 'yes'];
  const rows = ranks.flatMap((verdict) => meetings.filter((one) => one.verdict === verdict));
  const verdicts: readonly (readonly [string, string | undefined])[] = [
    ['client', tellSide(pair.client)],
    ['service', tellSide(pair.service)],
  ];
  const sides = verdicts.flatMap(([label, text]) =>
    text === undefined ? [] : beside(look, { label: `  ${label}`, column: COLUMN, text }),
  );
  return [
    ...sides,
    ...rows.flatMap((one) => {
      const { symbol, tone } = LOOKS[one.verdict];
      const label = `${symbol} ${one.freedom.name}`;
      return beside(look, { label, column: COLUMN, text: printable(tellMeeting(one)), labelTone: tone });
    }),
  ];
}

/** In one clause, why the verdict is what it is. */
export function tellPair({ verdict, client, service, meetings }: Pair): string {
  const of = (which: Meeting['verdict']) => meetings.filter((one) => one.verdict === which);
  if (verdict === 'yes') return 'the client copes with every choice that the service was seen to make';
  const sides = [client, service].map(({ violated, unverified }) => (verdict === 'no' ? violated : unverified));
  const [ofClient = [], ofService = []] = sides;
  const did = verdict === 'no' ? 'violates' : 'was not shown to satisfy';
  const names = of(verdict).map(({ freedom }) => freedom.name);
  return [
    ...(ofClient.length > 0 ? [`the client ${did} ${ofClient.join(', ')}`] : []),
    ...(ofService.length > 0 ? [`the service ${did} ${ofService.join(', ')}`] : []),
    ...(names.length > 0
      ? [
          verdict === 'no'
            ? `the client breaks on what the service uses: ${names.join(', ')}`
            : `${counted(names.length, 'freedom')} of 25 not shown: ${names.join(', ')}`.replace(
                '25',
                `${meetings.length}`,
              ),
        ]
      : []),
  ].join('; ');
}

function tellSide({ violated, unverified }: Side): string | undefined {
  const told = [
    ...(violated.length > 0 ? [`violates ${violated.join(', ')}`] : []),
    ...(unverified.length > 0 ? [`not verified: ${unverified.join(', ')}`] : []),
  ];
  return told.length === 0 ? undefined : told.join('; ');
}

function tellMeeting({ freedom: { says, clause }, is, exchange, of, client }: Meeting): string {
  const service =
    is === 'used'
      ? `used in exchange ${exchange ?? 0} of the service: ${says}`
      : is === 'unused'
        ? `not used in ${counted(of, 'response')}`
        : 'no response of the service shows it';
  const stands = {
    stands: 'the client stands it',
    relies: `the client breaks on it (${clause})`,
    unknown: 'the client was not shown to stand it',
  }[client];
  return is === 'unused' && client !== 'relies' ? service : `${service}; ${stands}`;
}
