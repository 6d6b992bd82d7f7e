import { logLineOf, trafficOf } from '../../lib/watch/traffic.fixture.ts';
import { foreignKnowledge } from '../../lib/targets/foreign.ts';
import { lineReader } from '../../lib/watch/read-line.ts';
import { Watch } from '../../lib/watch/watch.ts';

/** Judges the log of many callers, and prints the seconds of a core that a million of its lines would take, and the most memory, in megabytes. */
const CALLERS = 400;
const OF_EACH = 500;

const lines = Array.from({ length: CALLERS }, (_, nth) =>
  trafficOf({
    sender: { kind: 'key', name: `${nth}` },
    count: OF_EACH,
    jitter: 400,
    from: Date.UTC(2026, 10, 29) + 37 * nth,
  }),
)
  .flat()
  .toSorted((a, b) => a.exchange.times.endedAt - b.exchange.times.endedAt)
  .map(({ sender, exchange }) => JSON.stringify(logLineOf(exchange, 'name' in sender ? sender.name : '')));

const begun = process.cpuUsage();
const reader = lineReader({ basePath: '/v1' });
const watch = new Watch({
  knowledge: foreignKnowledge('https://pets.example/v1', 'auto', '2026-11-29'),
  isComplete: false,
  keep: () => Promise.resolve(undefined),
  onViolation: ({ says }) => {
    throw new Error(`a conforming log is called violating: ${says}`);
  },
});
for (const line of lines) for (const observed of reader.read(line).observed) await watch.take(observed);
await watch.end();
const { user, system } = process.cpuUsage(begun);
const seconds = ((user + system) / 1e6) * (1e6 / lines.length);
process.stdout.write(JSON.stringify({ seconds, megabytes: process.resourceUsage().maxRSS / 1_024 }));
