import { isPetStatus } from '../../contract/pets.ts';
import { withObject, type Answer } from '../answer.ts';
import type { Hooks } from '../hooks.ts';
import { isJsonObject, readJson, writeJson, type JsonObject } from '../server-json.ts';
import type { NewPet, Pet } from '../pet.ts';
import { isRefusal } from '../refusal.ts';
import { addresses, type PetRequest } from '../request.ts';
import type { Store } from '../store.ts';

/** Alters every pet as it is read, so that it is answered and stored alike. */
export function reading(change: (newPet: NewPet) => NewPet): Hooks {
  return {
    readNewPet: (core, body) => {
      const newPet = core(body);
      return isRefusal(newPet) ? newPet : change(newPet);
    },
  };
}

/** Whether an answer is what a create request got, with that status. */
export function isOfCreate(answer: Answer, request: PetRequest, status: number): boolean {
  return answer.status === status && addresses(request, 'createPet');
}

/** Changes the answers to create requests that have a status. */
export function answeringCreate(status: number, change: (answer: Answer, request: PetRequest) => Answer): Hooks {
  return { answer: (answer, request) => (isOfCreate(answer, request, status) ? change(answer, request) : answer) };
}

/** Changes the Pet that a creation is answered with; the store has the right one. */
export function answeringPet(change: (pet: JsonObject) => unknown): Hooks {
  return answeringCreate(201, (answer) => withObject(answer, change));
}

/** Stores another pet than the one that the creation is answered with. */
export function storingAnother(change: (newPet: NewPet) => NewPet): Hooks {
  return { create: (core, newPet, store) => ({ ...core(change(newPet), store), ...answered(newPet) }) };
}

function answered({ name, categoryId, status = 'available' }: NewPet): NewPet {
  return { name, categoryId, status };
}

/**
 * Remembers the ids of the pets that are created, for what becomes of them.
 *
 * @param make - from the ids, which grow as pets are created
 * @param isMeant - leaves some creations out
 */
export function rememberingCreated(
  make: (created: ReadonlySet<bigint>) => Hooks,
  isMeant: (newPet: NewPet) => boolean = () => true,
): () => Hooks {
  return () => {
    const created = new Set<bigint>();
    return {
      create: (core, newPet, store) => {
        const pet = core(newPet, store);
        if (isMeant(newPet)) created.add(pet.id);
        return pet;
      },
      ...make(created),
    };
  };
}

/** Answers some creations as usual and stores nothing. */
export function losing(isLost: (nth: number, newPet: NewPet, store: Store) => boolean): Hooks {
  let nth = 0;
  return {
    create: (core, newPet, store) =>
      isLost(++nth, newPet, store) ? { id: store.freeId(), ...answered(newPet) } : core(newPet, store),
  };
}

/** Adds a pet under a given id; when that is taken, the pet that has it stays and the new one is lost. */
export function addUnder(id: bigint, newPet: NewPet, store: Store): Pet {
  const pet = { id, ...answered(newPet) };
  if (store.get(id) === undefined) store.add(pet);
  return pet;
}

/** Takes an object that must be refused for another one. */
export function taking(change: (fields: JsonObject) => JsonObject): Hooks {
  return takingText((text) => {
    const value = readJson(text);
    return isJsonObject(value) ? writeJson(change(value)) : text;
  });
}

/** Takes a body that must be refused for another one. */
export function takingText(change: (text: string) => string): Hooks {
  return {
    readNewPet: (core, body) => {
      const newPet = core(body);
      return isRefusal(newPet) ? core(Buffer.from(change(textOf(body)))) : newPet;
    },
  };
}

/** The text of a request's body; empty where it was too long to be read. */
export function textOf(body: Uint8Array = new Uint8Array()): string {
  return new TextDecoder().decode(body);
}

/** A pet made of what can be read of a refused body, as a service stores it that validates too late. */
export function salvaged(body: Uint8Array | undefined): NewPet | undefined {
  const text = textOf(body);
  const name = /"name"\s*:\s*"(\w+)"/.exec(text)?.[1];
  const status = /"status"\s*:\s*"(\w+)"/.exec(text)?.[1];
  if (name === undefined) return undefined;
  return { name, categoryId: 1n, ...(isPetStatus(status) && { status }) };
}
