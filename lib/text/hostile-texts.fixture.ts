const ESCAPE = String.fromCodePoint(0x1b);

/** What a service may say to harm the one who reads a report of it. */
export const HOSTILE_TEXTS: readonly (readonly [name: string, text: string])[] = [
  ['a script', `<script>alert(1)</script><img src=x onerror="alert(1)">"'>`],
  ['the end of a CDATA section', `<![CDATA[ ]]> ]]>`],
  ['entities', `&lt;b&gt; &unknown; &#0; &`],
  ['escape sequences', `${ESCAPE}[2J${ESCAPE}]0;title${String.fromCodePoint(7)}\u009b31m`],
  ['control characters', `a\u0000b\u0001\b\v\f\r\n\u007f\u0085\u2028`],
  ['halves of surrogate pairs', 'a\ud800b\udc00'],
  ['what is no character', '\ufffe\uffff\ufdd0\u{1fffe}\u{10ffff}'],
  ['letters that turn the line round', '\u202egnp.exe\u2066\u200b'],
  ['Markdown', '# a\n\n![x](http://evil.example/x.png) [y](javascript:alert(1)) **b** ~~c~~ | d | e\n---\n```\nf'],
  ['backticks', '` `` ``` ```` <b>'],
  ['mentions and references', '@everyone @org/team #1 GH-2 https://evil.example www.evil.example a@b.example'],
  ['workflow commands', '::error::x\n::stop-commands::y\n##[error]z %0A::set-output name=a::b'],
  ['a megabyte', `${'<&'.repeat(400_000)}${'x'.repeat(200_000)}`],
];
