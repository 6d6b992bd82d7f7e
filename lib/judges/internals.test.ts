import { describe, expect, it } from 'vitest';
import { internalsIn } from './internals.ts';

describe('innocent messages', () => {
  it.each([
    '/pets/7 was not found',
    'The path "/app/v1/pets/7" does not exist',
    'select one of available, pending, sold from the list',
    'Please SELECT a status from the list',
    'Select a pet from the list where its status is sold',
    'see /v1/docs or https://api.example.com/tmp/errors.html',
    'https://app.example.com/var/docs/x',
    'invalid value at line 1 column 5 (char 4)',
    "Expected ',' or '}' after property value in JSON at position 12 (line 1 column 13)",
    'limit must be at most 100 (max:100)',
    'the shop opens at nine (10:30:00)',
    'Update your key and set a new one',
    'you may not delete from this store',
    'Insert into the field a valid value',
    'categoryId: must be >= 1; id: must not be set',
    'name may not be longer than 255 characters, see section 4.2',
    'not_found',
    'com.example.pets.NOT_FOUND',
    'Bearer error="invalid_token"',
    'traceId: 00-4bf92f3577b34da6a3ce929d0e0e4736-01, at 2026-11-21T12:00:00Z',
    'ratio 1:2:3 at home (a:b)',
  ])('%s', (text) => {
    expect(internalsIn(text, '')).toBeUndefined();
  });
});

describe('a stack trace', () => {
  it.each([
    'TypeError: x\n    at Object.<anonymous> (/app/server.js:10:15)',
    'Error\n    at async handle (file:///srv/app.mjs:3:7)',
    'Error\n    at /code/server.ts:10:5',
    'Error\n    at node:internal/process/task_queues:95:5',
    'Error: x at new Pet [as create] (C:\\pets\\pet.js:1:2)',
    'Traceback (most recent call last):\n  File "x.py", line 3, in f',
    'java.lang.X\n\tat com.pets.PetController.get(PetController.java:42)',
    'at sun.reflect.NativeMethodAccessorImpl.invoke0(Native Method)',
    'panic: x\n\ngoroutine 18 [running]:\nmain.main()',
    "app/controllers/pets_controller.rb:12:in `show'",
    '   at Pets.Api.PetController.Get(Int64 id) in C:\\src\\PetController.cs:line 20',
    '   at Microsoft.AspNetCore.Mvc.Infrastructure.ActionInvoker.Invoke()',
    '#0 /srv/pets/index.php(12): Pets->find()',
    "thread 'main' panicked at src/main.rs:4:5",
  ])('%s', (text) => {
    expect(internalsIn(text, '')).toBe('a stack trace');
  });
});

describe('SQL', () => {
  it.each([
    'SELECT id, name FROM pets WHERE id = $1',
    'select * from "pets" where "id" = 7',
    'select p1_0.id,p1_0.name from pets p1_0 where p1_0.id=?',
    'INSERT INTO pets (name) VALUES ($1)',
    'insert into "pets" ("name") values ($1)',
    'UPDATE pets SET name = 1',
    'delete from pets where id = 7',
    'SQLSTATE[42S02]: Base table or view not found',
    'ERROR: syntax error at or near "FROM"',
    'ORA-00942: table or view does not exist',
    'SQLITE_CONSTRAINT: x',
    'UNIQUE constraint failed: pets.name',
    'insert or update on table "pets" violates foreign key constraint "fk"',
    'relation "pets" does not exist',
    'E11000 duplicate key error collection: pets',
  ])('%s', (text) => {
    expect(internalsIn(text, '')).toBe('SQL');
  });
});

describe('other internals', () => {
  it.each([
    ["ENOENT: no such file or directory, open '/app/data/pets.json.ts'", 'a file path'],
    ["Cannot open '/var/lib/pets/store'", 'a file path'],
    ['could not read /Users/pets/app.env', 'a file path'],
    ['Cannot find module in node_modules/express/lib', 'a file path'],
    ['could not open C:\\inetpub\\wwwroot\\pets.config', 'a file path'],
    ['java.lang.NullPointerException: null', 'an exception of its platform'],
    ['System.InvalidOperationException: x', 'an exception of its platform'],
    ["Cannot read properties of undefined (reading 'id')", 'an exception of its platform'],
    ["'NoneType' object has no attribute 'id'", 'an exception of its platform'],
    ['invalid memory address or nil pointer dereference', 'an exception of its platform'],
  ])('%s', (text, what) => {
    expect(internalsIn(text, '')).toBe(what);
  });
});

it('what the caller sent may be repeated', () => {
  expect(internalsIn('Cannot GET /etc/passwd', '/pets/../../etc/passwd')).toBeUndefined();
  expect(internalsIn('no status "select * from pets"', 'status=SELECT  * FROM pets')).toBeUndefined();
  expect(internalsIn('/etc/passwd, opened by /var/www/index.php', '/etc/passwd')).toBe('a file path');
});

it('a text made to be slow is not', () => {
  const slow = ['at ', 'select a from b ', 'at A.', '/usr/a', 'C:\\\\a ', '#1 x', 'File "', '.php'];
  const before = process.cpuUsage();
  for (const part of slow) internalsIn(part.repeat(Math.ceil(200_000 / part.length)), '');
  // What it takes of the processor, in microseconds: other work on the machine takes none of that.
  expect(process.cpuUsage(before).user).toBeLessThan(8_000_000);
});
