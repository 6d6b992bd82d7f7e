import { paint, type Look } from '../text/look.ts';

/** The lines of a block under their title; none where there is nothing to show. */
export function titled(title: string, lines: readonly string[], look: Look): readonly string[] {
  return lines.length === 0 ? [] : [paint(look, 'title', title), ...lines];
}

/** The blocks of a text with an empty line between them; those without lines are left out. */
export function joinBlocks(blocks: readonly (readonly string[])[]): string {
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => block.join('\n'))
    .join('\n\n');
}
