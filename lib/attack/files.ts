import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';

/** Makes a file odd. */
export type Alter = (file: string) => void;

const replaced =
  (make: Alter): Alter =>
  (file) => {
    rmSync(file, { recursive: true, force: true });
    make(file);
  };
const holding = (content: string | Uint8Array) => replaced((file) => writeFileSync(file, content));

/** Its text, changed; nothing where it is not there. */
const changed =
  (change: (text: string) => string | Uint8Array): Alter =>
  (file) => {
    let text = '';
    try {
      text = readFileSync(file, 'utf8');
    } catch {
      // A file that is not there is empty.
    }
    writeFileSync(file, change(text));
  };
const lines = (change: (all: string[]) => readonly string[]) =>
  changed((text) => `${change(text.trimEnd().split('\n')).join('\n')}\n`);

/** Every text in quotes but names of members, or every value of YAML, made this one. */
const saying = (what: string) =>
  changed((text) =>
    text.replaceAll(/(: ?|\[)"(?:[^"\\]|\\.)*"/g, (_, before: string) => `${before}${JSON.stringify(what)}`),
  );

const MANY = Array.from({ length: 300_000 }, (_, at) => `"m${at}": 1`).join(',\n');

/** What happens to a file that a command reads. */
export const FILES: Readonly<Record<string, Alter>> = {
  usual: () => undefined,
  'a file that is not there': replaced(() => undefined),
  'a file that is empty': holding(''),
  'a file that is a folder': replaced((file) => mkdirSync(file)),
  'a file that is a pipe': replaced((file) => execFileSync('sh', ['-c', 'mkfifo "$0"', file])),
  'a file without end': replaced((file) => symlinkSync('/dev/zero', file)),
  'a file that leads to itself': replaced((file) => symlinkSync(file, file)),
  'a file cut in the middle': changed((text) => text.slice(0, text.length / 2)),
  'a file cut after a byte': changed((text) => text.slice(0, 1)),
  'a file without its last line': lines((all) => all.slice(0, -1)),
  'a file without its first line': lines((all) => all.slice(1)),
  'a file whose lines are doubled': lines((all) => all.flatMap((line) => [line, line])),
  'a file that is doubled': changed((text) => text + text),
  'a file backwards': lines((all) => all.toReversed()),
  'a file of garbage': holding(Uint8Array.from({ length: 5_000 }, (_, at) => (at * 7_919) % 251)),
  'a file of NUL': holding('\0'.repeat(5_000)),
  'a file of controls': holding('\u001b[2J\u009b31m\u202e\r##vso[task.complete]: \u0007\n'.repeat(5)),
  'a file in UTF-16': changed((text) => Buffer.from(`\ufeff${text}`, 'utf16le')),
  'a file with a mark and CRLF': changed((text) => `\ufeff${text.replaceAll('\n', '\r\n')}`),
  'a file of 300,000 members': holding(`{${MANY}}\n`),
  'a file 50,000 deep': holding(`${'['.repeat(50_000)}${']'.repeat(50_000)}\n`),
  'a file with a line of 20 MB': holding(`{"a": "${'b'.repeat(20_000_000)}"}\n`),
  'a file of anchors': holding(
    `a0: &a0 [1]\n${Array.from({ length: 40 }, (_, at) => `a${at + 1}: &a${at + 1} [*a${at}, *a${at}]\n`).join('')}`,
  ),
  'a file that is null': holding('null\n'),
  'a file of a list': holding('[{}, [], 1, "a", null]\n'),
  'a file whose texts are controls': saying('\u001b[2J\u202e\u0007##vso[task.complete]'),
  'a file whose texts are paths': saying('../../../../etc/passwd'),
  'a file whose texts are scripts': saying('</script><img src=x onerror=alert(1)>'),
  'a file whose texts are empty': saying(''),
  'a file whose texts are dates': saying('+275760-09-13T00:00:00.001Z'),
  'a file whose numbers are huge': changed((text) => text.replaceAll(/(: ?)\d+/g, '$11e400')),
  'a file whose numbers are negative': changed((text) => text.replaceAll(/(: ?)(\d)/g, '$1-$2')),
  'a file whose members are prototypes': changed((text) => text.replaceAll(/"\w+"(?=: ?[[{])/g, '"__proto__"')),
  'a file of an older catalogue': changed((text) => text.replaceAll(/("catalogue": ?")[^"]*/g, '$10.1.0')),
  'a file of a newer schema': changed((text) => text.replaceAll(/(petvet\/[\w-]+\/)\d+/g, '$1999')),
  'a file with other digits': changed((text) => text.replaceAll(/[0-8]/g, (digit) => `${Number(digit) + 1}`)),
};
