import type { Knowledge } from './knowledge.ts';

/** A run on the Free plan, with writes, before getPet's removal. */
export function aRun(parts: Partial<Knowledge> = {}): Knowledge {
  return {
    target: 'fixture',
    baseUrl: 'http://127.0.0.1:8080/v1',
    loopback: true,
    asOf: '2026-11-21',
    plan: { name: 'free', perMinute: 60, perDay: 1_000 },
    windows: { minute: 60, day: 86_400, testInstallation: false },
    writes: true,
    secondKey: false,
    leftOut: {},
    ...parts,
  };
}
