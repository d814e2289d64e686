import { Fragment, type Mark, type Schema, Slice } from '@tiptap/pm/model';
import { isSceneBreak } from '#base/scene-breaks.ts';
import { findNeededLines } from './line-spacing.ts';

/**
 * Converts plain text: each line becomes a paragraph with the marks at the cursor. The spaces around a line are its layout
 * in the other program; the site indents paragraphs itself.
 */
export function pastedText(schema: Schema, text: string, marks: readonly Mark[]): Slice {
  const lines = text.split(/\r\n?|\n/).map((line) => line.trim());
  // A single line is pasted inline, even one that would be a scene break on a line of its own, with the spaces around it.
  if (lines.length === 1) return new Slice(Fragment.from(schema.text(text, marks)), 0, 0);
  const isNeeded = findNeededLines(
    lines.map((line) => (isSceneBreak(line) ? 'break' : line === '' ? 'empty' : 'text')),
  );
  const { horizontalRule, paragraph } = schema.nodes;
  if (horizontalRule === undefined || paragraph === undefined) throw new Error('the schema lacks its lines');
  const nodes = lines
    .filter((_, at) => isNeeded[at])
    .map((line) => {
      if (isSceneBreak(line)) return horizontalRule.create();
      return paragraph.create(null, line === '' ? null : schema.text(line, marks));
    });
  return Slice.maxOpen(Fragment.from(nodes));
}
