import { Extension } from '@tiptap/core';
import { type Alignment, isAlignment } from './alignments.ts';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    aligned: {
      /** Sets the chosen paragraphs and headings to a side; to the left is how they are without it. */
      align: (side: Alignment) => ReturnType;
    };
  }
}

const ALIGNED = ['paragraph', 'heading'];

/** Alignment as a class: a style attribute would be blocked by the site's own policy. */
export const Aligned = Extension.create({
  name: 'aligned',

  addGlobalAttributes() {
    return [
      {
        types: ALIGNED,
        attributes: {
          align: {
            default: null,
            parseHTML: alignmentOf,
            renderHTML: ({ align }) => (isAlignment(align) ? { class: `align-${align}` } : {}),
          },
        },
      },
    ];
  },

  addCommands() {
    return {
      align:
        (side) =>
        ({ commands }) =>
          ALIGNED.map((type) =>
            commands.updateAttributes(type, { align: side === 'left' ? null : side }),
          ).some(Boolean),
    };
  },

  addKeyboardShortcuts() {
    return {
      'Mod-Shift-l': () => this.editor.commands.align('left'),
      'Mod-Shift-e': () => this.editor.commands.align('center'),
      'Mod-Shift-r': () => this.editor.commands.align('right'),
    };
  },
});

function alignmentOf(element: HTMLElement): Alignment | null {
  const side = [...element.classList].find((name) => name.startsWith('align-'))?.slice('align-'.length);
  return isAlignment(side) ? side : null;
}
