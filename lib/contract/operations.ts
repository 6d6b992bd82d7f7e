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
