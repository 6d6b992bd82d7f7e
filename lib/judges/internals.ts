/** An internal detail of a service that an error body shows. */
interface Mark {
  readonly what: string;
  readonly patterns: readonly RegExp[];
}

/** The usual marks of the common platforms. Repetitions are bounded, because a service chooses what they are tried on. */
const MARKS: readonly Mark[] = [
  {
    what: 'a stack trace',
    patterns: [
      // Node and browsers
      /\bat [\w$.<>[\] #]{1,200} ?\((?:file:\/\/|node:|[A-Z]:)?[^()\s:\d][^()\s:]{0,300}:\d+:\d+\)/g,
      /\bat (?:async )?(?:file:\/\/|node:|\/|[A-Z]:\\)[^\s()]{1,300}:\d+:\d+/g,
      // Python
      /Traceback \(most recent call last\)|\bFile "[^"\n]{1,300}", line \d+/g,
      // Java and its kin
      /\bat [\w.$/]{3,300}\((?:[\w$]{1,100}\.(?:java|kt|scala|groovy):\d+|Native Method|Unknown Source)\)/g,
      // Go
      /\bgoroutine \d+ \[|\.go:\d+ \+0x/g,
      // Ruby
      /\.rb:\d+:in [`']/g,
      // .NET
      /\bat (?:[A-Z]\w{0,80}\.){2,10}[\w<>`]{1,80}\([^()\n]{0,300}\)|\.(?:cs|fs|vb):line \d+/g,
      // PHP
      /#\d+ [^\n]{1,300}\.php\(\d+\)|\.php(?: on line |:)\d+/g,
      // Rust
      /\bthread '[^'\n]{1,80}' panicked at/g,
    ],
  },
  {
    what: 'SQL',
    patterns: [
      /\bSELECT\s+[\w*"`[\]().,\s]{1,500}\sFROM\s|\bINSERT\s+INTO\s|\bUPDATE\s+["`\w.]{1,100}\s+SET\s|\bDELETE\s+FROM\s/g,
      /\bselect\s+\*\s+from\s|\bselect\s[^\n]{1,500}\sfrom\s+["`[\w.\]]{1,100}\s[^\n]{0,100}\bwhere\s+["`[\w.\]]{1,100}\s*(?:=|<|>|in\s*\()/gi,
      /\binsert\s+into\s+["`[\w.\]]{1,100}\s*\(|\bupdate\s+["`[\w.\]]{1,100}\s+set\s+["`[\w.\]]{1,100}\s*=|\bdelete\s+from\s+["`[\w.\]]{1,100}\s+where\s/gi,
      /\bSQLSTATE|\bORA-\d{5}|\bSQLITE_\w+|\bER_(?:DUP|PARSE|NO|BAD|DATA)_\w+|syntax error at or near|error in your SQL syntax/g,
      /violates (?:unique|foreign key|not-null|check) constraint|\b(?:UNIQUE|FOREIGN KEY|NOT NULL|CHECK) constraint failed|\bno such (?:table|column): |\brelation "[^"\n]{1,100}" does not exist|\bE11000 duplicate key/g,
    ],
  },
  {
    what: 'a file path',
    patterns: [
      /(?<![^\s"'(:=`])\/(?:usr|home|var|opt|srv|app|root|etc|tmp|Users|workspace|mnt|data)(?:\/[\w.@+-]{1,100}){0,15}\/[\w.@+-]{1,100}\.(?:js|mjs|cjs|ts|py|rb|go|java|class|jar|php|cs|dll|so|conf|cfg|ini|log|sqlite3?|db|sock|key|pem|env|exs?|rs|kt)\b/g,
      /(?<![^\s"'(:=`])\/(?:usr\/(?:src|lib|local|share|bin)|var\/(?:www|lib|log|task|run)|home\/[\w.-]{1,100}|etc)\/[\w.@-]{1,100}/g,
      /\bnode_modules\/[\w.@/-]{1,200}|\bsite-packages\/[\w./-]{1,200}|\bfile:\/\/\/[\w./-]{1,200}/g,
      /\b[A-Z]:\\{1,2}(?:[\w .()-]{1,100}\\{1,2}){1,15}[\w.-]{1,100}/g,
    ],
  },
  {
    what: 'an exception of its platform',
    patterns: [
      /\b(?:java|javax|jakarta|kotlin|scala|org|com|io)(?:\.[a-z]\w{0,60}){1,8}\.[A-Z]\w{0,80}(?:Exception|Error)\b/g,
      /\b(?:System|Microsoft|Npgsql)(?:\.[A-Z]\w{0,60}){0,8}\.\w{0,80}Exception\b/g,
      /Cannot read propert(?:y|ies) (?:of|'\w{1,60}' of) (?:undefined|null)|'NoneType' object |nil pointer dereference|\bundefined method [`']/g,
    ],
  },
];

/** The most places of one kind that are examined. */
const MOST_MATCHES = 50;

/**
 * Which of its internals a service shows in a text.
 *
 * @param text - of an error body, as a reader sees it: the strings of JSON without their escapes
 * @param sent - what the request said: to repeat that shows nothing
 * @returns the kind of the first mark, e.g. `a stack trace`; undefined when there is none. Never throws. Rule ERR-5.
 */
export function internalsIn(text: string, sent: string): string | undefined {
  const given = folded(sent);
  return MARKS.find(({ patterns }) => patterns.some((pattern) => isShown(pattern, text, given)))?.what;
}

function isShown(pattern: RegExp, text: string, given: string): boolean {
  let looked = 0;
  for (const [match] of text.matchAll(pattern)) {
    if (!given.includes(folded(match))) return true;
    if (++looked === MOST_MATCHES) return false;
  }
  return false;
}

function folded(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim().toLowerCase();
}
