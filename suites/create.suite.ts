import { expect, probe, suite } from '../lib/probe/index.ts';

/** Section 4.2: POST /pets. */
suite('POST /pets', ({ service }) => {
  probe(
    ['CREATE-1', 'CREATE-2', 'JSON-2', 'AUTH-3'],
    'a valid NewPet is created',
    async () => {
      expect(await service.createPet(await service.newPet({ status: 'available' }))).toConform(
        'CREATE-1',
        'CREATE-2',
        'JSON-2',
        'ERR-3',
      );
    },
    { writes: true },
  );
});
