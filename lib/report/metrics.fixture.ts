/** A line of a sample, as the grammar of OpenMetrics 1.0 has it. */
const SAMPLE = /^([a-z_:][\w:]*)\{((?:[a-z_]\w*="(?:[^"\\\n]|\\[\\"n])*",?)+)\} (-?\d+(?:\.\d+)?(?:e[+-]\d+)?)$/i;

/**
 * Reads metrics as strictly as OpenMetrics 1.0 is: each metric once, with its help and its type before its samples, no line twice,
 * and the mark of the end.
 *
 * @returns the names of the metrics in their order, and the lines that are wrong
 */
export function readMetrics(text: string): { readonly metrics: readonly string[]; readonly faults: readonly string[] } {
  const lines = text.split('\n');
  const end = lines.splice(-2);
  const metrics: string[] = [];
  const known = new Set<string>();
  const faults = lines.filter((line) => {
    const isAgain = known.has(line);
    known.add(line);
    const [, what, name = ''] = /^# (HELP|TYPE) (\S+) (?:gauge$|.+\.$)/.exec(line) ?? [];
    if (what !== 'HELP') return isAgain || (what === undefined ? SAMPLE.exec(line)?.[1] : name) !== metrics.at(-1);
    if (metrics.includes(name)) return true;
    metrics.push(name);
    return false;
  });
  return { metrics, faults: end.join('\n') === '# EOF\n' ? faults : [...faults, 'no end'] };
}

/** The value of the first sample of a metric whose labels hold a text, as it is written. */
export function valueIn(text: string, name: string, labels: string): string | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${name}{`) && one.includes(labels));
  return line?.split(' ').at(-1);
}
