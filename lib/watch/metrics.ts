import { createServer } from 'node:http';
import { UsageError } from '../errors.ts';
import { systemWords } from '../files/system-words.ts';
import { metricsText, type Metric } from '../report/metrics.ts';
import type { WatchReport } from './watch-report.ts';

/** What a watch has come to so far, as text of OpenMetrics 1.0. */
export function renderWatchMetrics(report: WatchReport, source: string): string {
  const { rules, integrations, skipped, to } = report;
  const sum = (of: (row: WatchReport['integrations'][number]) => number) =>
    integrations.reduce((all, row) => all + of(row), 0);
  const metrics: Metric[] = [
    counter('petvet_watch_requests', 'Requests that were judged.', [{ value: report.requests }]),
    counter(
      'petvet_watch_skipped',
      'What was in the traffic and is not judged, by why.',
      Object.entries(skipped).map(([why, value]) => ({ labels: { why }, value })),
    ),
    counter('petvet_watch_segments', 'Segments that were judged: the traffic of one caller over some minutes.', [
      { value: report.segments },
    ]),
    counter(
      'petvet_watch_segments_judged',
      'Segments by what they say of each rule.',
      rules.flatMap(({ id, level, segments }) =>
        Object.entries(segments).map(([verdict, value]) => ({ labels: { rule: id, level, verdict }, value })),
      ),
    ),
    { name: 'petvet_watch_callers', help: 'Callers that were seen.', samples: [{ value: report.callers }] },
    {
      name: 'petvet_watch_last_time_seconds',
      help: 'Up to when traffic was judged, by its own clock, as a Unix time.',
      samples: to === undefined ? [] : [{ value: Date.parse(to) / 1_000 }],
    },
    counter('petvet_watch_insisted', 'Requests sent while a 429 still said to wait.', [
      { value: sum((row) => row.insisted) },
    ]),
    counter('petvet_watch_get_pet', 'Calls of the deprecated getPet.', [{ value: sum((row) => row.getPet) }]),
  ];
  return metricsText(metrics, { source });
}

function counter(name: string, help: string, samples: Metric['samples']): Metric {
  return { name, help, samples, isCounter: true };
}

/**
 * Offers metrics at `/metrics`.
 *
 * @throws {UsageError} when the address cannot be used
 */
export async function serveMetrics(
  { host, port }: { readonly host: string; readonly port: number },
  render: () => string,
): Promise<{ readonly address: string; close(): void }> {
  const server = createServer((request, response) => {
    const isThere = request.url === '/metrics';
    response.writeHead(isThere ? 200 : 404, {
      'Content-Type': 'application/openmetrics-text; version=1.0.0; charset=utf-8',
    });
    response.end(isThere ? render() : '');
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  }).catch((error: unknown) => {
    throw new UsageError(
      `metrics cannot be offered at ${host}:${port}: ${systemWords(error)}`,
      'choose another port with --metrics',
    );
  });
  const address = server.address();
  return {
    address: `http://${host}:${typeof address === 'object' && address !== null ? address.port : port}/metrics`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
