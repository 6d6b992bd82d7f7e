import type { LoadSample } from '../../evidence/load-samples.ts';
import type { EvidenceItem } from '../../evidence/log.ts';
import { writeReport } from '../../files/write-report.ts';
import { type LoadReport, requestsOfLoad } from '../load-run.ts';
import { filesBeside, type Beside } from './beside.ts';
import { table } from './chart.ts';
import { documentOf } from './document.ts';
import { factsSection } from './facts.ts';
import { gatherEvidence } from './gather-evidence.ts';
import { glance, headline } from './glance.ts';
import { limiterSection } from './limiter.ts';
import { driftSection, stepsSection } from './load-course.ts';
import { loadAdmittedChart } from './load-admitted-chart.ts';
import { loadLatencySection } from './load-latency.ts';
import { loadTimeChart } from './load-time-chart.ts';
import { html, section, shown, type Html } from '../../text/markup.ts';
import { ruleSection } from './rule-list.ts';
import { fixFirstSection } from './fix-first-section.ts';
import { CONFORMING_LOAD } from '../verdict-words.ts';
import { CALLERS } from '../load-figures.ts';

/**
 * Writes a load run as one HTML file that needs nothing else. The evidence is streamed once.
 *
 * @returns the path of the file
 * @throws UsageError when it cannot be written; an error of reading the evidence is passed on
 */
export async function writeLoadPage(
  dir: string,
  report: LoadReport,
  samples: readonly LoadSample[],
  evidence: AsyncIterable<EvidenceItem>,
): Promise<string> {
  return writeReport(dir, 'report.html', await renderLoadPage(report, samples, evidence, filesBeside(dir)));
}

/** A load run as a page: what was asked and sent each second, what became of each window, latencies, and the rules. */
export async function renderLoadPage(
  report: LoadReport,
  samples: readonly LoadSample[],
  evidence: AsyncIterable<EvidenceItem>,
  beside: readonly Beside[] = [],
): Promise<string> {
  const { course, archive, look } = await gatherEvidence(report, evidence);
  const { shortfalls: short = [], notes = [] } = report;
  const { sent, refused, besides } = requestsOfLoad(report);
  const outcome = headline(report.ledger.outcome, report.ledger.rows);
  const conforms = report.ledger.outcome === 'conforming';
  const fallsShort = conforms && short.length > 0;
  const shortWords = report.run.isUnmeasured === true ? 'Not measured as requested' : 'Conforms, but falls short';
  const words = fallsShort ? shortWords : outcome;
  return documentOf({
    title: `${words}: ${report.scenario}, ${shown(report.knowledge.target, 80)} – petvet`,
    header: glance(report, {
      brand: 'load report',
      words,
      means: conforms ? `${CONFORMING_LOAD.replace('every', 'Every')}.` : undefined,
      look: fallsShort ? 'incomplete' : undefined,
      notes: [...short, ...notes],
      facts: [
        ['Scenario', report.scenario],
        ['Requests', `${sent}`],
        ['Refused', `${refused}`],
      ],
    }),
    sections: [
      ['first', 'What to fix first', fixFirstSection(report, look)],
      ['steps', 'Steps', stepsSection(report)],
      // Few requests of a staircase are written down: its steps count them all.
      ['rate', 'Over time', report.steps.length > 0 ? undefined : rateSection(report, samples)],
      ['latency', 'Latency', loadLatencySection(report)],
      ['drift', 'Drift', driftSection(report)],
      ['rules', 'Rules', ruleSection(report, look)],
      ['limiter', 'Rate limit', limiterSection(report, course)],
      [
        'facts',
        'Run',
        factsSection(report, [
          ['Load generator', shown(report.k6)],
          ...(besides === undefined ? [] : [['Besides', besides] as const]),
        ]),
      ],
    ],
    archive,
    beside,
  });
}

function rateSection({ asks, figures, knowledge }: LoadReport, samples: readonly LoadSample[]): Html {
  const picture = loadTimeChart(samples);
  const figure = knowledge.plan.perMinute;
  const windows = figures.windows.map(({ window, caller, sent, admitted, refused, other, span }) => [
    `${window + 1}${CALLERS[caller].note}`,
    sent,
    admitted,
    refused,
    other,
    (span / 1_000).toFixed(1),
  ]);
  const admitted = loadAdmittedChart(samples, figure);
  return section(
    'rate',
    'Over time',
    html`<figure>${picture}</figure>
      ${
        admitted !== undefined &&
        html`<h3>Admitted since the beginning of each window</h3>
          <figure>${admitted}</figure>`
      }
      <h3>Windows${figure !== undefined && `, limit of ${figure} requests each`}</h3>
      <div class="scroll" tabindex="0" role="group" aria-label="Windows">
        ${table(['Window', 'sent', 'admitted', 'refused', 'other', 'seconds'], windows)}
      </div>`,
    `${asks.charAt(0).toUpperCase()}${asks.slice(1)}${/[.?!]$/.test(asks) ? '' : '.'}`,
  );
}
