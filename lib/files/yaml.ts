import { isScalar, LineCounter, parseAllDocuments, visit, type Document, type Pair } from 'yaml';

/** Thrown when a text is not YAML that petvet accepts. The message is a clause that never quotes the text. */
export class YamlFault extends Error {
  override readonly name = 'YamlFault';
  /** The line that shows it, from 1. */
  readonly line: number;

  constructor(why: string, line: number) {
    super(why);
    this.line = line;
  }
}

/** The library's words repeat what they are about in quotes, which may be a key. */
const QUOTED = /"[^"]*"|'[^']*'|`[^`]*`/g;

/**
 * Reads the documents of a YAML text, of which JSON is one. In linear time, which the library needs help with: it compares each key of a
 * mapping with all others, words a thousand errors anew, and writes a key that is a mapping twice at each level.
 *
 * @throws {YamlFault} when it is none, a mapping names a key twice, or a key is no plain value
 */
export function readYaml(text: string): readonly Document[] {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, { uniqueKeys: false, prettyErrors: false, lineCounter: lines });
  for (const { contents, errors } of documents) {
    const lineAt = (offset = 0) => Math.max(1, lines.linePos(offset).line);
    const [error] = errors;
    if (error !== undefined) {
      const isTooDeep = error.code === 'RESOURCE_EXHAUSTION';
      const why = isTooDeep ? 'it is nested too deeply' : error.message.replaceAll(QUOTED, '…');
      throw new YamlFault(why, lineAt(error.pos[0]));
    }
    visit(contents, {
      Map(_key, { items, range }) {
        const fault = faultOf(items);
        if (fault !== undefined) throw new YamlFault(fault, lineAt(range?.[0]));
      },
    });
  }
  return documents;
}

/**
 * The same of a text with one document; undefined for an empty one.
 *
 * @throws {YamlFault} as {@link readYaml} does, and where there are several
 */
export function readYamlDocument(text: string): Document | undefined {
  const [document, ...others] = readYaml(text);
  if (others.length > 0) throw new YamlFault('it holds several documents', 1);
  return document;
}

function faultOf(items: readonly Pair[]): string | undefined {
  const keys = items.map(({ key }) => (isScalar(key) ? key.value : key));
  if (keys.some((key) => typeof key === 'object' && key !== null)) return 'a key is a list, a mapping or an alias';
  return new Set(keys.map(String)).size < keys.length ? 'a mapping has the same key twice' : undefined;
}
