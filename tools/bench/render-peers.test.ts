import { expect, it } from 'vitest';
import type { Grade, GradeState } from '../../lib/exam/grade-checker.ts';
import { renderPeers } from './render-peers.ts';

function grade(state: GradeState, isDefect: boolean): Grade {
  const end = { status: 0, tookTooLong: false, seconds: 1.25, said: '' };
  return { name: 'x', state, breaks: isDefect ? ['LIST-2'] : [], requests: 12, end };
}

it('the comparison is a table of Markdown, and says of what and when', () => {
  const good = [grade('caught', true), grade('in peace', false)];
  const poor = [grade('survived', true), grade('false alarm', false)];
  const peers = [
    { name: 'petvet', version: '1.2.3', grades: good },
    { name: 'a script', version: '4', grades: poor },
  ];
  expect(renderPeers(peers, { every: 6, today: '2026-11-21' }).split('\n')).toEqual([
    '|  | detected, of 1 defects | false alarms, of 1 conforming | not decided | requests | seconds |',
    '| --- | --: | --: | --: | --: | --: |',
    '| petvet 1.2.3 | 1 | 0 | 0 | 12 | 1.3 |',
    '| a script 4 | 0 | 1 | 0 | 12 | 1.3 |',
    '',
    'Measured on 2026-11-21, on defects of must rules and conforming services, one in 6 of them; requests and seconds are medians.',
  ]);
  expect(renderPeers(peers, { every: 1, today: '2026-11-21' })).toContain('all of them');
});
