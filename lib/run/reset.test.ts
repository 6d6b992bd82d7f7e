import { describe, expect, it } from 'vitest';
import { resetTarget } from './reset.ts';

describe('resetTarget', () => {
  it('runs the command to its end', async () => {
    await expect(resetTarget('exit 0')).resolves.toBeUndefined();
  });

  it('says in one sentence that the command failed', async () => {
    await expect(resetTarget('exit 3')).rejects.toThrow('the reset command failed (3)');
  });

  it('keeps the keys from the command', async () => {
    process.env['PETVET_API_KEY'] = 'a-key-of-this-test';
    await expect(resetTarget('test -z "$PETVET_API_KEY"')).resolves.toBeUndefined();
    delete process.env['PETVET_API_KEY'];
  });
});
