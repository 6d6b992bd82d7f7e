import { marked } from 'marked';

/** The kinds of what a Markdown parser sees, but for paragraphs and plain text. */
export function kindsIn(markdown: string): string[] {
  const kinds: string[] = [];
  void marked.walkTokens(marked.lexer(markdown), ({ type }) => {
    kinds.push(type);
  });
  return kinds.filter((kind) => !['paragraph', 'text', 'space', 'escape'].includes(kind));
}
