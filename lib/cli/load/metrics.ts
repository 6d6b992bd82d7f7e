import { createMask } from '../../evidence/masking.ts';
import { k6Words } from '../../load/k6-words.ts';
import { MetricsWatch, receiverSecrets } from '../../load/metrics-output.ts';
import type { Terminal } from '../shared/terminal.ts';

/** Prints what k6 says, but for what it says of the receivers of its metrics, which is told once, at the end. */
export interface K6Output {
  print(text: string): void;
  /** Says which metrics were lost, where some were: the run's own evidence has everything. */
  end(): void;
}

/** Shorter values are no secrets of a receiver, but the name of a tenant, or a number. */
const SHORTEST_SECRET = 6;

/** The way of k6's words to the terminal; what the environment holds for receivers is never among them. */
export function k6Output(terminal: Terminal): K6Output {
  const watch = new MetricsWatch();
  const secrets = Object.entries(receiverSecrets(terminal.environment));
  const extra = Object.fromEntries(secrets.filter(([, value]) => value.length >= SHORTEST_SECRET));
  const { mask } = createMask({ primary: '', wrong: '', extra });
  return {
    print: (lines) => terminal.err(mask(k6Words(watch.rest(lines)))),
    end() {
      const told = watch.told();
      for (const clause of told) terminal.err(`petvet: ${mask(clause)}\n`);
      if (told.length > 0) terminal.err('  the report is complete nevertheless\n');
    },
  };
}
