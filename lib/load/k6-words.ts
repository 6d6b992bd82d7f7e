import { parsedJson } from '../evidence/parsed-json.ts';

/** What k6 says of a page that petvet does not depend on. */
const OF_NO_USE = /report generation was skipped/;

/** Where in the script an exception was thrown, or the run was ended. */
const PLACES = /\s{1,9}at \S{1,200} \((?:file:[^\s()]*(?:\(\d+\))?|native)\)/g;

/**
 * What k6 logs, for a terminal: `k6: MESSAGE: CAUSE` instead of a line of JSON. Lines that are none of its log stay as they are.
 *
 * @param lines - whole lines, as `--log-format json` has them
 */
export function k6Words(lines: string): string {
  return lines.replaceAll(/^\{.*\}$\n?/gm, (line) => {
    const message = readMessage(line);
    if (message === undefined) return line;
    return OF_NO_USE.test(message) ? '' : `k6: ${message}\n`;
  });
}

function readMessage(line: string): string | undefined {
  const read = parsedJson(line);
  if (typeof read !== 'object' || read === null || !('level' in read) || !('msg' in read)) return undefined;
  if (typeof read.msg !== 'string') return undefined;
  const message = 'error' in read && typeof read.error === 'string' ? `${read.msg}: ${read.error}` : read.msg;
  return message.replaceAll(PLACES, '').trimEnd();
}
