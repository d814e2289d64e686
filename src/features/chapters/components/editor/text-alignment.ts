import { Extension } from '@tiptap/core';
import { type Alignment, isAlignment } from './alignments.ts';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    aligned: {
      /** Aligns the selected paragraphs and headings; left is the absence of an alignment. */
      align: (side: Alignment) => ReturnType;
    };
  }
}

const ALIGNABLE_NODES = ['paragraph', 'heading'];

/** Stores alignment as a class: the site's content security policy blocks style attributes. */
export const TextAlignment = Extension.create({
  name: 'aligned',

  addGlobalAttributes() {
    return [
      {
        types: ALIGNABLE_NODES,
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
          ALIGNABLE_NODES.map((type) =>
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
