import { describe, expect, it } from 'vitest';
import { UnavailableError, UnreachableError, UsageError } from '../../errors.ts';
import { aboutProxy } from './about-proxy.ts';

const ERROR = new UnreachableError('http://127.0.0.1:1/v1', 'connection refused');

describe('an error of a run', () => {
  it('names the proxy of the target, without its password', () => {
    expect(aboutProxy(ERROR, { proxy: 'http://me:secret@127.0.0.1:9' })).toMatchObject({
      message: ERROR.message,
      hint: `${ERROR.hint}; requests go through the proxy 127.0.0.1:9 (PETVET_PROXY)`,
    });
  });

  it('keeps what the service did', () => {
    const error = new UnavailableError('http://127.0.0.1:1/v1', [503]);
    expect(aboutProxy(error, { proxy: 'http://127.0.0.1:9' })).toMatchObject({ message: error.message });
  });

  it('is about the proxy where that did not answer', () => {
    const error = new UnreachableError('http://127.0.0.1:1/v1', 'refused', true);
    expect(aboutProxy(error, { proxy: 'http://127.0.0.1:9' })).toMatchObject({
      message: error.message,
      hint: expect.stringMatching(/^is the proxy running/),
    });
  });

  it('is as it was where there is no proxy, or the user has to mend something', () => {
    const usage = new UsageError('a flag is wrong', 'mend it');
    expect([aboutProxy(ERROR, {}), aboutProxy(ERROR, undefined)]).toEqual([ERROR, ERROR]);
    expect(aboutProxy(usage, { proxy: 'http://127.0.0.1:9' })).toBe(usage);
  });
});
