import { expect, probe, suite } from '../lib/probe/index.ts';

/** Section 9: what lies outside the documented operations is left alone, but nothing is served there without a key. */
suite('Versioning', ({ service }) => {
  probe(['AUTH-7', 'GET-4'], 'other spellings of a documented path serve nobody without a key', async () => {
    expect(await service.request('GET', '/pets/', [], { name: 'no key', role: 'none', headers: [] })).toConform(
      'AUTH-7',
    );
  });
});
