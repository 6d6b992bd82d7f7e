import { randomBytes } from 'node:crypto';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';

/** What a caller sends of a pet; `categoryId` is any int64. */
export interface Wanted {
  readonly name: string;
  readonly categoryId: number | bigint;
  readonly status?: string;
}

/** A pet as it goes out; integers are bigints, and a pet that was given no status has none. */
export type Shown = Readonly<Record<string, SQLOutputValue>>;

const TABLE = `
  CREATE TABLE pet (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    category INTEGER NOT NULL,
    status TEXT CHECK (status IN ('available', 'pending', 'sold')),
    added_at TEXT NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ'))
  ) STRICT`;

const COLUMNS = 'id, name, category AS "categoryId", status, added_at AS "addedAt"';

const NAMES = ['Mochi', 'Ünal', 'Жучка', '小黒', 'نمر', 'Zoë-Lou', "O'Malley", '🦔', 'दूधिया', 'Rex & Rosa'];
/** The categories of the first pets: both sides of 2^53, and the end of int64. */
export const CATEGORIES: readonly bigint[] = [3n, 40n, 9_007_199_254_740_993n, 9_223_372_036_854_775_807n];

/** The pets, in SQLite: ids are drawn from 63 bits, and pages go by id, so that a new pet stands anywhere. */
export function openStore(pets: number) {
  const database = new DatabaseSync(':memory:');
  database.exec(TABLE);
  const insert = exactly(
    database,
    `INSERT INTO pet (id, name, category, status) VALUES (?, ?, ?, ?) RETURNING ${COLUMNS}`,
  );
  const page = exactly(
    database,
    `SELECT ${COLUMNS} FROM pet WHERE ?1 IS NULL OR status = ?1 ORDER BY id DESC LIMIT ?2`,
  );
  const one = exactly(database, `SELECT ${COLUMNS} FROM pet WHERE id = ?`);

  const add = ({ name, categoryId, status }: Wanted): Shown => {
    const row = insert.get(randomBytes(8).readBigUInt64BE() >> 1n, name, categoryId, status ?? null);
    if (row === undefined) throw new TypeError('SQLite gave no row back');
    return shown(row);
  };
  for (let at = 0; at < pets; at += 1) {
    const status = at % 20 === 19 ? undefined : at % 10 < 6 ? 'sold' : at % 10 < 9 ? 'available' : 'pending';
    add({
      name: `${NAMES[at % NAMES.length]} ${at}`,
      categoryId: CATEGORIES[at % CATEGORIES.length] ?? 3n,
      ...(status !== undefined && { status }),
    });
  }

  return {
    add,
    list: (limit: number, status: string | undefined): Shown[] => page.all(status ?? null, limit).map(shown),
    find(id: bigint): Shown | undefined {
      const row = one.get(id);
      return row && shown(row);
    },
    close: () => database.close(),
  };
}

function exactly(database: DatabaseSync, sql: string) {
  const statement = database.prepare(sql);
  statement.setReadBigInts(true);
  return statement;
}

function shown({ status, ...rest }: Shown): Shown {
  return typeof status === 'string' ? { ...rest, status } : rest;
}
