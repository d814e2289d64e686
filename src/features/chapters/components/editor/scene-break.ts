import { Extension } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import { isSceneBreak } from '#base/scene-breaks.ts';

/**
 * A line of `***` or `#` becomes a scene break when the author presses Enter. Nothing else that is typed is replaced: a
 * dash begins speech as often as a list.
 */
export const SceneBreak = Extension.create({
  name: 'sceneBreak',
  // Runs before the other handlers of Enter.
  priority: 200,

  addKeyboardShortcuts() {
    return {
      Enter: ({ editor }) =>
        editor.commands.command(({ state, tr, dispatch }) => {
          const { $from, empty } = state.selection;
          const { horizontalRule, paragraph } = state.schema.nodes;
          if (!empty || $from.parent.type !== paragraph || horizontalRule === undefined) return false;
          if ($from.parentOffset !== $from.parent.content.size || !isSceneBreak($from.parent.textContent))
            return false;
          const container = $from.node(-1);
          if (container.type.name !== 'doc' && container.type.name !== 'blockquote') return false;
          if (dispatch) {
            tr.replaceWith($from.before(), $from.after(), [horizontalRule.create(), paragraph.create()]);
            tr.setSelection(TextSelection.create(tr.doc, $from.before() + 2)).scrollIntoView();
          }
          return true;
        }),
    };
  },
});
