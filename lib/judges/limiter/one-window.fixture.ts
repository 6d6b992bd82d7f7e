import type { Finding } from '../finding.ts';
import { aLimiterLog, type LoggedRequest } from './limiter-log.fixture.ts';

/** A row of requests within one window that ends a minute after its first one. */
export const oneWindow = (count: number, remainingOf: (index: number) => number, pace = 20): LoggedRequest[] =>
  Array.from({ length: count }, (_, index) => ({
    at: index * pace,
    remaining: remainingOf(index),
    resetIn: 60 - (index * pace) / 1_000,
  }));

/** The findings of one rule on a log. */
export const findingsOf = (rule: Finding['rule'], requests: readonly LoggedRequest[], knowledge = {}) =>
  aLimiterLog(requests, undefined, knowledge).filter((finding) => finding.rule === rule);
