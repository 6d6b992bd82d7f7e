import { createMask } from '../evidence/masking.ts';
import { k6Words } from './k6-words.ts';
import { MetricsWatch, receiverSecrets } from './metrics-output.ts';
import type { Environment } from '../targets/environment.ts';

/** Prints what k6 says, but for what it says of the receivers of its metrics, which is told once, at the end. */
export interface K6Output {
  print(text: string): void;
  /** Says which metrics were lost, where some were: the run's own evidence has everything. */
  end(): void;
}

/** Shorter values are no secrets of a receiver, but the name of a tenant, or a number. */
const SHORTEST_SECRET = 6;

/** The way of k6's words to `say`; what the environment holds for receivers is never among them. */
export function k6Output(environment: Environment, say: (text: string) => void): K6Output {
  const watch = new MetricsWatch();
  const secrets = Object.entries(receiverSecrets(environment));
  const extra = Object.fromEntries(secrets.filter(([, value]) => value.length >= SHORTEST_SECRET));
  const { mask } = createMask({ primary: '', wrong: '', extra });
  return {
    print: (lines) => say(mask(k6Words(watch.rest(lines)))),
    end() {
      const told = watch.told();
      for (const clause of told) say(`petvet: ${mask(clause)}\n`);
      if (told.length > 0) say('  the report is complete nevertheless\n');
    },
  };
}
