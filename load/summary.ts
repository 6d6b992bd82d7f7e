import exec from 'k6/execution';
import { writeEnd } from './sample.ts';
import { perMinute, runId, summaryFile, windows } from './settings.ts';

/** As much of k6's summary as is read here. */
interface Summary {
  readonly metrics: Readonly<Record<string, { readonly values: Readonly<Record<string, number>> } | undefined>>;
}

/**
 * Writes what this process did, as the last line of its samples; and k6's summary as a file of JSON, where one is wanted: dropped
 * iterations and broken objectives stand in it.
 */
export function handleSummary(data: Summary): Record<string, string> {
  const count = (metric: string) => data.metrics[metric]?.values['count'] ?? 0;
  const { executionSegment, executionSegmentSequence } = exec.test.options;
  writeEnd({
    run: runId,
    segment: executionSegment ?? '',
    sequence: executionSegmentSequence ?? '',
    windows,
    perWindow: perMinute,
    sent: count('petvet_admitted') + count('petvet_refused') + count('petvet_other'),
    dropped: count('dropped_iterations'),
  });
  return summaryFile === '' ? {} : { [summaryFile]: JSON.stringify(data) };
}
