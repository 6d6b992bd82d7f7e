/** The three documented operations of the interface. Source: specification, section 4. */
export const OPERATIONS = {
  listPets: { method: 'GET', path: '/pets' },
  createPet: { method: 'POST', path: '/pets' },
  getPet: { method: 'GET', path: '/pets/{petId}' },
} as const;

/** The name of a documented operation. */
export type Operation = keyof typeof OPERATIONS;

/** The operation names, in the order in which the specification documents them. */
export const OPERATION_NAMES: readonly Operation[] = ['listPets', 'createPet', 'getPet'];

/** The path segment that ends every base address. Source: specification, introduction and section 9. */
export const VERSION_SEGMENT = '/v1';

/**
 * The operation that a method and a request target name, for figures by operation; undefined for any other. Whether a service
 * may read them otherwise is for the expectation of a request to say.
 */
export function operationNamed(method: string, target: string): Operation | undefined {
  const [path = ''] = target.split('?');
  if (path === OPERATIONS.listPets.path) {
    if (method === 'POST') return 'createPet';
    return method === 'GET' ? 'listPets' : undefined;
  }
  return method === 'GET' && /^\/pets\/[^/]+$/.test(path) ? 'getPet' : undefined;
}
