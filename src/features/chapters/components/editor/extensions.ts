import { Extension, type Extensions } from '@tiptap/core';
import { Placeholder, Selection } from '@tiptap/extensions';
import { Plugin } from '@tiptap/pm/state';
import StarterKit from '@tiptap/starter-kit';
import { BlockedImage } from './blocked-image.ts';
import { Find } from './find-extension.ts';
import { ListItem, OrderedList } from './lists.ts';
import { Code, Link } from './marks.ts';
import { tidyPasted } from './pasted-html.ts';
import { pastedText } from './pasted-text.ts';
import { SceneBreak } from './scene-break.ts';
import { TextAlignment } from './text-alignment.ts';
import { Typography, type TypographyOptions } from './typography-extension.ts';

export const UNDO_DEPTH = 100;
export const UNDO_GROUP_MILLISECONDS = 500;

interface PastingOptions {
  /** Called with words for the formatting that the pasted text has lost. */
  onLoss?: (losses: string[]) => void;
}

const Pasting = Extension.create<PastingOptions>({
  name: 'pasting',
  addProseMirrorPlugins() {
    return [
      new Plugin({
        props: {
          transformPastedHTML: (html) => tidyPasted(html, this.options.onLoss),
          clipboardTextParser: (text, $context) => pastedText(this.editor.schema, text, $context.marks()),
        },
      }),
    ];
  },
});

export type TypingOptions = Partial<TypographyOptions> & PastingOptions;

/** The editor's document model and typing rules. It allows exactly the elements that html-cleaner.ts keeps. */
export function chapterExtensions(placeholder = '', { onLoss, ...typing }: TypingOptions = {}): Extensions {
  return [
    StarterKit.configure({
      heading: { levels: [2, 3] },
      undoRedo: { depth: UNDO_DEPTH, newGroupDelay: UNDO_GROUP_MILLISECONDS },
      code: false,
      link: false,
      listItem: false,
      orderedList: false,
      strike: false,
      underline: false,
    }),
    TextAlignment,
    Typography.configure(typing),
    Code,
    BlockedImage,
    Find,
    Link,
    ListItem,
    OrderedList,
    Pasting.configure(onLoss === undefined ? {} : { onLoss }),
    Placeholder.configure({ placeholder }),
    SceneBreak,
    Selection.configure({ className: 'unfocused-selection' }),
  ];
}

/** The only rule for typed text that always holds: words between backticks. */
export const TYPED_RULES = ['code'];
