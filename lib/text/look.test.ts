import { expect, it } from 'vitest';
import { beside, paint } from './look.ts';

it('stands further lines under the first one', () => {
  const look = { colour: false, width: 60 };
  const lines = beside(look, { label: 'plan', column: 40, text: 'free, sixty requests a minute' });
  expect(lines).toEqual([`plan${' '.repeat(36)}free, sixty requests`, `${' '.repeat(40)}a minute`]);
});

it('stands a text below its label where there is no room beside it', () => {
  const look = { colour: false, width: 40 };
  expect(beside(look, { label: 'plan', column: 30, text: 'free, sixty requests of one key in a minute' })).toEqual([
    'plan',
    '    free, sixty requests of one key in a',
    '    minute',
  ]);
  expect(beside(look, { label: '', column: 30, text: 'free of it' })).toEqual([`${' '.repeat(30)}free of it`]);
});

it('colours only when it is told to', () => {
  expect(paint({ colour: false, width: 80 }, 'bad', 'fail')).toBe('fail');
  expect(paint({ colour: true, width: 80 }, 'bad', 'fail')).toBe('\u001b[31mfail\u001b[39m');
});
