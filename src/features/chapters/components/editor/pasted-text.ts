import { Fragment, type Mark, type Schema, Slice } from '@tiptap/pm/model';
import { keptLines } from './line-spacing.ts';
import { isSceneBreak } from './scene-breaks.ts';

/** A plain text: each of its lines is a paragraph, in the marks that are being written in. */
export function pastedText(schema: Schema, text: string, marks: readonly Mark[]): Slice {
  const lines = text.split(/\r\n?|\n/);
  const kept = keptLines(
    lines.map((line) => (isSceneBreak(line) ? 'break' : line.trim() === '' ? 'empty' : 'text')),
  );
  const { horizontalRule, paragraph } = schema.nodes;
  if (horizontalRule === undefined || paragraph === undefined) throw new Error('the schema lacks its lines');
  // A sign or a space alone is pasted into a line, whatever it would be as a line of its own.
  if (lines.length === 1) return new Slice(Fragment.from(schema.text(text, marks)), 0, 0);
  const nodes = lines
    .filter((_, at) => kept[at])
    .map((line) => {
      if (isSceneBreak(line)) return horizontalRule.create();
      return paragraph.create(null, line.trim() === '' ? null : schema.text(line, marks));
    });
  return Slice.maxOpen(Fragment.from(nodes));
}
