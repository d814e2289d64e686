import { type Editor, Extension } from '@tiptap/core';
import { closeHistory, undo } from '@tiptap/pm/history';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { replacementFor } from './typography.ts';

export interface TypographyOptions {
  isOn: () => boolean;
  language: () => string | null | undefined;
}

/** Whether the last change replaced what was typed: one Backspace then takes that back. */
const key = new PluginKey<boolean>('typography');

/**
 * Replaces straight quotation marks and double hyphens as they are typed, where the author has switched that on; pasted
 * text stays. The replacement is a step of its own, so that undoing it leaves what was typed.
 */
export const Typography = Extension.create<TypographyOptions>({
  name: 'typography',
  // Answers Backspace before the handler of every editor.
  priority: 200,
  addOptions: () => ({ isOn: () => false, language: () => undefined }),

  addProseMirrorPlugins() {
    const { isOn, language } = this.options;
    return [
      new Plugin<boolean>({
        key,
        state: {
          init: () => false,
          apply: (transaction, was) =>
            transaction.getMeta(key) === true ||
            (was && !transaction.docChanged && !transaction.selectionSet),
        },
        props: {
          handleTextInput(view, from, to, text) {
            const { $from } = view.state.selection;
            const { code } = view.state.schema.marks;
            if (!isOn() || text.length !== 1 || $from.parent.type.spec.code) return false;
            if (code?.isInSet(view.state.storedMarks ?? $from.marks())) return false;
            const start = view.state.doc.resolve(from).start();
            // A picture or a line break counts as a sign before which nothing was typed.
            const before = view.state.doc.textBetween(start, from, '\n', ' ') + text;
            const replacement = replacementFor(before, language());
            if (replacement === undefined) return false;
            view.dispatch(view.state.tr.insertText(text, from, to));
            const end = from + text.length;
            const { tr } = view.state;
            tr.insertText(replacement.text, end - replacement.removed, end).setMeta(key, true);
            view.dispatch(closeHistory(tr).scrollIntoView());
            return true;
          },
        },
      }),
    ];
  },

  addKeyboardShortcuts() {
    return {
      Backspace: ({ editor }) => {
        if (!wasReplaced(editor)) return false;
        return undo(editor.state, editor.view.dispatch);
      },
    };
  },
});

function wasReplaced(editor: Editor): boolean {
  return key.getState(editor.state) === true;
}
