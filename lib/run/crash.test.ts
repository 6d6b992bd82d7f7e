import { describe, expect, it } from 'vitest';
import { watchForCrash } from './crash.ts';

const listeners = () => process.rawListeners('uncaughtException');

describe('watchForCrash', () => {
  it('hears of an error that nobody handles, and puts back who would have', async () => {
    const before = listeners();
    const watch = watchForCrash();
    const dead = new Error('the worker is dead');
    process.emit('uncaughtException', dead);
    process.emit('uncaughtException', new Error('a later one'));
    await watch.happened;
    watch.stop();
    expect(watch.error).toBe(dead);
    expect(listeners()).toEqual(before);
  });

  it('lets several watch at once, whoever ends first', () => {
    const before = listeners();
    const [one, other] = [watchForCrash(), watchForCrash()];
    one.stop();
    process.emit('uncaughtException', new Error('after the first'));
    other.stop();
    expect(one.error).toBeUndefined();
    expect(other.error).toMatchObject({ message: 'after the first' });
    expect(listeners()).toEqual(before);
  });
});
