/** What the doctor says of one thing: it is well, it must be mended, or it cannot be told or is worth a look. */
type State = 'well' | 'mend' | 'unknown';

/** What the doctor looks at, in the order in which it does. */
export type Topic = 'node' | 'k6' | 'settings' | 'service' | 'tls' | 'clock' | 'key' | 'quota' | 'window';

/** One line of the doctor's. Never holds a secret. */
export interface DoctorLine {
  readonly topic: Topic;
  readonly state: State;
  /** One clause. */
  readonly says: string;
  /** What to do about it, one clause. */
  readonly toDo?: string;
}

/** A line of a thing that is well. */
export function well(topic: Topic, says: string): DoctorLine {
  return { topic, state: 'well', says };
}

/** A line of a thing that must be mended. */
export function mend(topic: Topic, says: string, toDo: string): DoctorLine {
  return { topic, state: 'mend', says, toDo };
}

/** A line of a thing that cannot be told, or that is worth a look. */
export function unknown(topic: Topic, says: string, toDo?: string): DoctorLine {
  return { topic, state: 'unknown', says, ...(toDo !== undefined && { toDo }) };
}

/** A span of time in words, rounded: `37 s`, `12 min`, `5 h`. */
export function spanWords(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1_000));
  if (seconds < 120) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  return minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
}
