import { renderBadge } from './badge.ts';
import { renderConformance } from './conformance.ts';
import { renderCtrf } from './ctrf.ts';
import { renderJunit } from './junit.ts';
import type { TextFormatName } from './format-names.ts';
import type { RunReport } from './run-report.ts';
import { renderSarif } from './sarif.ts';
import { renderSummary } from './summary.ts';
import { renderCheckMetrics } from './metrics.ts';

/** A format that is one text: the name of its file in the folder of a report, and what makes it. */
export interface TextFormat {
  readonly file: string;
  readonly render: (report: RunReport) => string;
}

/** The formats that every report has. */
export const TEXT_FORMATS = {
  json: { file: 'conformance.json', render: renderConformance },
  junit: { file: 'junit.xml', render: renderJunit },
  ctrf: { file: 'ctrf.json', render: renderCtrf },
  sarif: { file: 'petvet.sarif', render: renderSarif },
  openmetrics: { file: 'metrics.prom', render: renderCheckMetrics },
  markdown: { file: 'summary.md', render: renderSummary },
  badge: { file: 'badge.svg', render: renderBadge },
} as const satisfies Record<TextFormatName, TextFormat>;
