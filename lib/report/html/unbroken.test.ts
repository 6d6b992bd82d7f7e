import { describe, expect, it } from 'vitest';
import { unbroken } from './unbroken.ts';

describe('a page breaks no line', () => {
  it.each(['2026-11-28', 'LIST-2', 'X-RateLimit-Remaining', 'petvet-AZLCK', '--fail-on', '2026-11-28T18'])(
    'within %s',
    (one) => {
      expect(unbroken(`<p>since ${one}, (${one})</p>`)).toBe(
        `<p>since <span class="one">${one}</span>, (<span class="one">${one}</span>)</p>`,
      );
    },
  );
});

describe('a page is left as it is', () => {
  it.each([
    ['words', '<p>a well-known, read-only list - 3</p>'],
    ['attributes', '<a href="#LIST-2" title="LIST-2">it</a>'],
    ['what takes no markup', '<title>LIST-2</title><style>.A-1{}</style><script>"2026-11-28"</script>'],
    ['texts of a picture', '<svg><desc>LIST-2</desc><text x="1">2026-11-28</text></svg>'],
    ['what was sent', '<pre>X-RateLimit-Reset: <mark>LIST-2</mark></pre>'],
    ['characters that are escaped', '<p>&#39;3&#39;-&#39;4&#39; &lt;b-&gt;</p>'],
    ['what is too long for a phone', `<p>${'A-'.repeat(20)}1</p>`],
  ])('in %s', (_where, page) => {
    expect(unbroken(page)).toBe(page);
  });
});
