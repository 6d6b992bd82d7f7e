import { describe, expect, it } from 'vitest';
import { PET_STATUSES } from '../contract/pets.ts';
import { anExchange } from '../judges/judges.fixture.ts';
import { Room } from './room.ts';

function listed(room: Room, sizes: readonly number[]): Room {
  for (const [index, status] of PET_STATUSES.entries()) {
    const json = Array.from({ length: sizes[index] ?? 0 }, (_, id) => ({ id, name: 'a', categoryId: 1, status }));
    room.take(anExchange({ target: `/pets?limit=100&status=${status}`, json }));
  }
  return room;
}

function created(room: Room, ...statuses: readonly string[]): Room {
  for (const status of statuses) {
    room.take(anExchange({ method: 'POST', status: 201, json: { id: 1, name: 'a', categoryId: 1, status } }));
  }
  return room;
}

describe('Room', () => {
  it('counts the pages that are kept free, not the one that fills up', () => {
    const room = created(listed(new Room(), [100, 40, 20]), 'available', 'available', 'sold');
    expect(room.runsLeft()).toBe(59 + 79);
  });

  it('shrinks with what a run puts on them', () => {
    const room = created(listed(new Room(), [100, 40, 20]), 'sold', 'pending');
    expect(room.runsLeft()).toBe(69);
  });

  it('says that there is none when the pages are full', () => {
    expect(created(listed(new Room(), [100, 100, 100]), 'sold').runsLeft()).toBe(0);
  });

  it('says nothing of a run that created nothing, or that did not look', () => {
    expect(listed(new Room(), [3, 2, 1]).runsLeft()).toBeUndefined();
    expect(created(new Room(), 'sold').runsLeft()).toBeUndefined();
  });
});
