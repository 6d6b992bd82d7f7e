/** The pets, in memory, with ids and categories as bigint: 131 to begin with. */
const statuses = ['available', 'available', 'pending', 'available', 'available', 'sold', 'available', 'pending'];
const pets = Array.from({ length: 131 }, (_, index) => ({
  id: BigInt(index + 1),
  name: `Pet ${index + 1}`,
  categoryId: BigInt(1 + (index % 5)),
  status: statuses[index % statuses.length],
}));

export function listPets({ limit, status }) {
  return pets.filter((pet) => status === undefined || pet.status === status).slice(0, limit);
}

export function findPet(id) {
  return pets.find((pet) => `${pet.id}` === id);
}

export function addPet({ name, categoryId, status = 'available' }) {
  const pet = { id: BigInt(pets.length + 1), name, categoryId, status };
  pets.push(pet);
  return pet;
}
