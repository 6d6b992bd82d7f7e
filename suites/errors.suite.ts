import { exactly } from '../lib/probe/draws.ts';
import { expect, forAll, probe, suite } from '../lib/probe/index.ts';

/** Sections 2 and 7: documented errors carry an Error. */
suite('Errors', ({ service }) => {
  probe(
    ['ERR-1', 'ERR-2', 'ERR-3', 'CREATE-7'],
    'a body that is no JSON object is refused with an Error',
    forAll(exactly('{"name": "petvet", "categoryId"', '[]', 'petvet', ''), async (raw) => {
      expect(await service.createPet({ raw })).toConform('CREATE-7', 'ERR-1', 'ERR-2', 'JSON-1');
    }),
    { writes: true },
  );

  probe(
    ['ERR-1', 'ERR-2', 'ERR-3', 'CREATE-5', 'CREATE-6'],
    'a field that is missing or of the wrong type is refused with an Error',
    forAll(
      exactly<Readonly<Record<string, unknown>>>(
        { name: undefined },
        { categoryId: undefined },
        { categoryId: '12' },
        { status: 'adopted' },
      ),
      async (fields) => {
        expect(await service.createPet(await service.newPet(fields))).toConform(
          'CREATE-5',
          'CREATE-6',
          'ERR-1',
          'ERR-2',
          'JSON-1',
        );
      },
    ),
    { writes: true },
  );
});
