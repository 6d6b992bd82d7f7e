import { summaryFile } from './settings.ts';

/** k6's summary as a file of JSON, where one is wanted: dropped iterations and broken objectives stand in it. */
export function handleSummary(data: object): Record<string, string> {
  return summaryFile === '' ? {} : { [summaryFile]: JSON.stringify(data) };
}
