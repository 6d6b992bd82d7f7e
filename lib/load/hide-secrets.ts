import { closeSync, createReadStream, existsSync, openSync, renameSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** How much is written at a time, in characters. */
const CHUNK = 1_048_576;

/**
 * Takes secrets out of k6's console, which stays beside the report: a service may repeat the key in a header, and the console
 * holds the headers as they came. Line by line, as each is a JSON document, and the file of a long run is longer than a text may be.
 *
 * @param file - it may not be there
 * @param mask - takes secrets out of a text
 */
export async function hideSecrets(file: string, mask: (text: string) => string): Promise<void> {
  if (!existsSync(file) || !(await holdsSecrets(file, mask))) return;
  const masked = `${file}.masked`;
  const descriptor = openSync(masked, 'w');
  try {
    let text = '';
    for await (const line of linesOf(file)) {
      text += `${mask(line)}\n`;
      if (text.length < CHUNK) continue;
      writeSync(descriptor, text);
      text = '';
    }
    writeSync(descriptor, text);
  } finally {
    closeSync(descriptor);
  }
  renameSync(masked, file);
}

async function holdsSecrets(file: string, mask: (text: string) => string): Promise<boolean> {
  for await (const line of linesOf(file)) if (mask(line) !== line) return true;
  return false;
}

function linesOf(file: string): AsyncIterable<string> {
  return createInterface({ input: createReadStream(file) });
}
