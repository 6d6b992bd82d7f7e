import { connect, createServer } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { limitTime } from './time-limit.ts';

/** Keeps this process from doing anything else, in milliseconds. */
function holdUp(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

describe('a time limit', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('passes', async () => {
    const started = performance.now();
    await new Promise<void>((resolve) => void limitTime(300, resolve));
    expect(performance.now() - started).toBeGreaterThanOrEqual(295);
  });

  it('that was ended does not pass, whenever that was', async () => {
    let exceeded = 0;
    const ends = [0, 1, 20].map((milliseconds) => limitTime(milliseconds, () => exceeded++));
    ends[0]?.();
    await new Promise((resolve) => setImmediate(resolve));
    for (const end of ends) end();
    // One that was begun later, and is longer, is over after them.
    await new Promise<void>((resolve) => void limitTime(40, resolve));
    expect(exceeded).toBe(0);
  });

  it('counts no more than a piece of the time in which the process was held up', async () => {
    const started = performance.now();
    const passed = new Promise<void>((resolve) => void limitTime(600, resolve));
    setTimeout(() => holdUp(800), 10);
    await passed;
    expect(performance.now() - started).toBeGreaterThanOrEqual(1_100);
  });

  it('ends after four times its length, besides the longest piece, where each piece is late', () => {
    vi.useFakeTimers();
    // Each look at the clock is two seconds later, so each piece of 250 ms takes two seconds, and the first one a minute.
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => (now += now === 2_000 ? 60_000 : 2_000));
    const exceeded = vi.fn<() => void>();
    limitTime(10_000, exceeded);
    for (let piece = 0; piece < 20; piece++) vi.advanceTimersToNextTimer().advanceTimersToNextTimer();
    expect(exceeded).not.toHaveBeenCalled();
    vi.advanceTimersToNextTimer().advanceTimersToNextTimer();
    expect(exceeded).toHaveBeenCalledOnce();
  });

  it('lets what has arrived meanwhile be read first', async () => {
    const order: string[] = [];
    const exceeded = new Promise<void>((resolve) => {
      const server = createServer((socket) => {
        // What is written is there at once, and this process is held up until the limit is over.
        socket.end('here');
        limitTime(10, () => {
          order.push('exceeded');
          server.close(() => resolve());
        });
        holdUp(50);
      });
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        if (address === null || typeof address === 'string') throw new TypeError('the server listens on no port');
        connect(address.port, '127.0.0.1').once('data', () => order.push('data'));
      });
    });
    await exceeded;
    expect(order).toEqual(['data', 'exceeded']);
  });
});
