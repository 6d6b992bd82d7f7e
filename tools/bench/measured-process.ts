import { writeFileSync } from 'node:fs';

/** Read before a program (`node --import`): at its end its seconds and megabytes, at most, stand in the file that BENCH_FILE names. */
const from = performance.now();
const file = process.env['BENCH_FILE'];
process.on('exit', () => {
  if (file === undefined) return;
  const seconds = (performance.now() - from) / 1_000;
  writeFileSync(file, JSON.stringify({ seconds, megabytes: process.resourceUsage().maxRSS / 1_000 }));
});
