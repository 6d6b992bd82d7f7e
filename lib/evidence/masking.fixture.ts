import { createMask } from './masking.ts';

/** Keys such as services give out. */
export const WRONG = 'wrong-0Zr8Qm2Lx5Tn';
export const KEY = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc';

/** Masks them, and another caller's. */
export const mask = createMask({ primary: KEY, second: 'other-caller-77aa88bb', wrong: WRONG });

export const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
export const bodyOf = (masked: Uint8Array) => Buffer.from(masked).toString();

/** The placeholder of an altered key. */
export const ALTERED = ['{primary:replaced}', '{primary:truncated}', '{primary:extended}', '{primary:basic}'];
