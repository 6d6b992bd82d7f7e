import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { run } from '../../lib/cli/main.ts';
import { endProcess } from '../../lib/files/end-process.ts';
import { startReferenceServer } from '../../lib/reference/server.ts';
import { svgOfTerminal } from './svg-of-terminal.ts';

/**
 * Makes the README's picture: parts of what `petvet check` prints, in its own colours, of a service whose lists hold
 * two pets for `limit=1`. Argument: the file.
 */
const COLUMNS = 108;

/** The blocks of the output that are shown, by how they begin; a dotted line stands for what is left out between them. */
const SHOWN = [/^petvet \d/, /^Violations/, /^✖ LIST-2/, /^Outcome/];

/** In seconds: whoever waits for the picture waits that long. */
const SHORT_MINUTE = 10;

const [file = 'docs/check.svg'] = process.argv.slice(2);
const cwd = mkdtempSync(join(tmpdir(), 'petvet-picture-'));
const server = await startReferenceServer({ defect: 'limit-1-gives-2', plan: 'free', windowSeconds: SHORT_MINUTE });
let printed = '';
await run(['check', '--seed', '42', '--report', join(cwd, 'reports', 'staging')], {
  out: (text) => (printed += text.endsWith('\n') ? text : `${text}\n`),
  err: () => {},
  pass: () => {},
  colour: true,
  live: false,
  width: COLUMNS,
  cwd,
  environment: {
    PETVET_TARGET: 'staging',
    PETVET_STAGING_BASE_URL: server.baseUrl,
    PETVET_STAGING_API_KEY: server.keys.primary,
    PETVET_STAGING_WINDOW_SECONDS: `${SHORT_MINUTE}`,
  },
  today: new Date().toISOString().slice(0, 10),
  interrupt: new AbortController().signal,
});
await server.close();
rmSync(cwd, { recursive: true });

const blocks = printed.trimEnd().split('\n\n');
const wanted = blocks.map((block) => SHOWN.some((begin) => begin.test(stripVTControlCharacters(block))));
const shown = blocks.flatMap((block, index) => {
  if (wanted[index] === true) return [firstFindingOf(block)];
  return wanted[index - 1] === true ? ['⋯'] : [];
});
writeFileSync(file, svgOfTerminal(['$ petvet check --target staging --seed 42', ...shown].join('\n\n'), COLUMNS));
endProcess(0);

/** A violation with its first finding only. */
function firstFindingOf(block: string): string {
  const lines = block.split('\n');
  const findings = lines.flatMap((line, at) => (/^\s*finding\s/.test(stripVTControlCharacters(line)) ? [at] : []));
  return findings.length < 2 ? block : lines.slice(0, findings[1]).join('\n');
}
