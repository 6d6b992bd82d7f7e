import type { Exchange } from '../evidence/exchange.ts';
import { makeFinding, type Finding } from './finding.ts';

/** Headers that tell which build responds. */
const TELLS_BUILD = /(?:^|-)(?:version|build|revision|release|commit|sha|deployment|image-tag)(?:-|$)/i;

/** How many responses of each of two builds show that one replaced the other. */
const ENOUGH = 3;

/** What one header said, response by response. */
interface Said {
  readonly before: string;
  after?: { readonly value: string; readonly from: number; count: number };
  count: number;
  /** It changed back and forth, or differs each time: it names no build, or several respond at once. */
  isUnsteady: boolean;
}

/** A header that told one build up to an exchange and another one from there on. */
interface Change {
  readonly name: string;
  readonly before: string;
  readonly after: string;
  readonly from: number;
}

/** Detects a deployment in the middle of the log by a header that names the build: the verdicts then cover two builds. */
export class Deployment {
  readonly #said = new Map<string, Said>();
  /** The few names that a service uses, each checked once: a long log has millions of headers. */
  readonly #tellsBuild = new Map<string, boolean>();

  see({ id, answer }: Pick<Exchange, 'id' | 'answer'>): void {
    for (const [name, value] of answer?.headers ?? []) {
      const tells = this.#tellsBuild.get(name) ?? TELLS_BUILD.test(name);
      this.#tellsBuild.set(name, tells);
      if (tells) this.#hear(name.toLowerCase(), value, id);
    }
  }

  /** The first exchange of another build; undefined where none is known. */
  get from(): number | undefined {
    return this.#change()?.from;
  }

  conclude(): Finding[] {
    const change = this.#change();
    if (change === undefined) return [];
    const { name, before, after, from } = change;
    return [
      makeFinding(
        { rule: 'ERR-3', shownBy: [from] },
        'observed',
        `another build responds from #${from} on: ${name} was ${short(before)}, then ${short(after)}`,
        { topic: 'deployments', actual: `${short(before)}, then ${short(after)}` },
      ),
    ];
  }

  #hear(name: string, value: string, id: number): void {
    const said = this.#said.get(name);
    if (said === undefined) {
      this.#said.set(name, { before: value, count: 1, isUnsteady: false });
      return;
    }
    const { after } = said;
    if (after === undefined && value === said.before) said.count++;
    else if (after === undefined) said.after = { value, from: id, count: 1 };
    else if (value === after.value) after.count++;
    else said.isUnsteady = true;
  }

  #change(): Change | undefined {
    for (const [name, { before, after, count, isUnsteady }] of this.#said)
      if (after !== undefined && !isUnsteady && count >= ENOUGH && after.count >= ENOUGH)
        return { name, before, after: after.value, from: after.from };
    return undefined;
  }
}

function short(value: string): string {
  return value.length > 40 ? `${value.slice(0, 40)}…` : value;
}
