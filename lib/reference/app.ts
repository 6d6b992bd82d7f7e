import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { Hono, type Context } from 'hono';
import { VERSION_SEGMENT } from '../contract/operations.ts';
import type { Steps, Surroundings } from './hooks.ts';
import { readRequest, type Route } from './request.ts';

/** What the router gets from the socket's side, with the request target as it stood on the wire. */
export type Bindings = HttpBindings & { readonly target: string };

type PetContext = Context<{ Bindings: Bindings }>;

/** The routes of the service, under its version segment. */
export function createApp(steps: Steps, around: Surroundings): Hono<{ Bindings: Bindings }> {
  const app = new Hono<{ Bindings: Bindings }>();
  const serving = (routeOf: (context: PetContext) => Route) => async (context: PetContext) => {
    const { incoming, outgoing, target } = context.env;
    const request = await readRequest(incoming, target, routeOf(context));
    if (request === undefined) outgoing.destroy();
    else await steps.deliver(await steps.serve(request, around), outgoing);
    return RESPONSE_ALREADY_SENT;
  };
  const pets = `${VERSION_SEGMENT}/pets`;
  const pet = `${pets}/:petId`;
  app.get(
    pets,
    serving(() => ({ operation: 'listPets' })),
  );
  app.post(
    pets,
    serving(() => ({ operation: 'createPet' })),
  );
  app.get(
    pet,
    serving((context) => ({ operation: 'getPet', petId: context.req.param('petId') ?? '' })),
  );
  app.all(
    pets,
    serving(() => ({ allow: 'GET, HEAD, POST' })),
  );
  app.all(
    pet,
    serving(() => ({ allow: 'GET, HEAD' })),
  );
  app.notFound(serving(() => ({})));
  return app;
}
