import { existsSync } from 'node:fs';
import * as z from 'zod';
import { AlikeValues } from './alike-values.ts';
import {
  LINES,
  type LoadDeparture,
  type LoadEnd,
  type LoadLine,
  type LoadSample,
  type LoadStop,
} from './load-samples.ts';
import { ShortLineReader } from './load-short-lines.ts';
import { parsedJson } from './parsed-json.ts';
import { linesOf } from './text-lines.ts';

const Logged = z.object({ msg: z.string() });

/** The content of a file of k6's console. */
export interface LoadConsole {
  /** In the order of sending; what left and was cut off by the end of the run is among them. */
  readonly samples: readonly LoadSample[];
  /** The first reason why a script ended the run. */
  readonly stop?: LoadStop;
  /** What went wrong in the scripts. */
  readonly faults: readonly string[];
  /** What each process reported at its end: none where the file breaks off, or is of an older petvet. */
  readonly ends: readonly LoadEnd[];
}

/** Reads a file of k6's console, even one that breaks off. Where there is no file, nothing was written. */
export async function readLoadConsole(file: string): Promise<LoadConsole> {
  const samples: LoadSample[] = [];
  const alike = new AlikeSamples();
  const read = await readSamples(file, (sample) => samples.push(alike.shared(sample)));
  return { samples: samples.toSorted((a, b) => a.from - b.from), ...read };
}

/** The same for callers that store samples in another way. @param take - is given each of them, in any order */
export async function readSamples(
  file: string,
  take: (sample: LoadSample) => void,
): Promise<Omit<LoadConsole, 'samples'>> {
  const faults: string[] = [];
  const ends: LoadEnd[] = [];
  const underWay = new Map<string, LoadDeparture>();
  let stop: LoadStop | undefined;
  let end = 0;
  for await (const line of existsSync(file) ? readLoadLines(file) : []) {
    if ('departure' in line) {
      underWay.set(line.departure.key ?? '', line.departure);
      end = Math.max(end, line.departure.from);
    } else if ('sample' in line) {
      underWay.delete(line.sample.key ?? '');
      end = Math.max(end, line.sample.to);
      take(isCutOff(line.sample) ? { ...line.sample, isCutOff: true } : line.sample);
    } else if ('stop' in line) stop ??= line.stop;
    else if ('end' in line) ends.push(line.end);
    else faults.push(`${line.fault.scenario}: ${line.fault.says}`);
  }
  for (const departure of underWay.values()) take(cutOff(departure, end));
  return { faults, ends, ...(stop !== undefined && { stop }) };
}

/** Lets samples share their texts: each line is parsed separately, and a run of a million has few different ones. */
class AlikeSamples {
  readonly #texts = new AlikeValues<string>();
  readonly #pairs = new AlikeValues<[string, string]>();

  shared(sample: LoadSample): LoadSample {
    const { scenario, method, target, headers } = sample;
    return {
      ...sample,
      scenario: this.#text(scenario),
      method: this.#text(method),
      target: this.#text(target),
      headers: headers.map((pair) => this.#pairs.of(pair.join('\n'), () => pair)),
    };
  }

  #text(text: string): string {
    return this.#texts.of(text, () => text);
  }
}

/** k6 itself cancelled the request because the run ended: the missing response is then nobody's fault. */
function isCutOff({ status, error }: LoadSample): boolean {
  return status === 0 && error !== undefined && /\bcontext cancell?ed\b/.test(error);
}

/** A request of which only the departure is known. @param end - of the run, as far as known: it may have been counted until then */
function cutOff(departure: LoadDeparture, end: number): LoadSample {
  return { ...departure, to: end, status: 0, headers: [], duration: 0, waiting: 0, isCutOff: true };
}

/** Reads what scripts wrote to k6's console, in k6's JSON log format or as plain lines. Other lines are ignored. */
async function* readLoadLines(file: string): AsyncIterable<LoadLine> {
  const short = new ShortLineReader();
  for await (const texts of linesOf(file))
    for (const text of texts) {
      const line = readLoadLine(text, short);
      if (line !== undefined) yield line;
    }
}

function readLoadLine(text: string, short: ShortLineReader): LoadLine | undefined {
  const whole = parsedJson(text);
  if (Array.isArray(whole)) return short.read(whole);
  const logged = Logged.safeParse(whole);
  const value = logged.success ? parsedJson(logged.data.msg) : whole;
  if (Array.isArray(value)) return short.read(value);
  const [word = ''] = typeof value === 'object' && value !== null ? Object.keys(value) : [];
  return LINES.get(word)?.safeParse(value).data;
}
