import { Toolbar as BaseToolbar } from '@base-ui/react/toolbar';
import type { Editor } from '@tiptap/core';
import { useEditorState } from '@tiptap/react';
import type { KeyboardEvent, MouseEvent, RefObject } from 'react';
import { remoteImages } from '#ui/remote-images.ts';
import { useKeyHints } from '#ui/use-key-hints.ts';
import { keysShown, keysSpoken } from './shortcuts.ts';
import styles from './toolbar.module.css';
import { type Action, toolbarGroups, type WindowName } from './toolbar-actions.tsx';

export type ToolbarProps = {
  editor: Editor;
  /** The id of the text that the toolbar controls. */
  controls: string;
  disabled: boolean;
  ref: RefObject<HTMLDivElement | null>;
  onOpen: (window: WindowName) => void;
};

/** The toolbar is one tab stop; arrow keys move between its buttons, Escape returns to the text. */
export function Toolbar({ editor, controls, disabled, ref, onOpen }: ToolbarProps) {
  const groups = toolbarGroups(remoteImages());
  const { hasKeys, noticePointer } = useKeyHints();
  const state = useEditorState({
    editor,
    selector: ({ editor: current }) => {
      const actions = groups.flat();
      return {
        on: actions.filter((action) => action.isOn?.(current)).map((action) => action.name),
        impossible: actions
          .filter((action) => action.isPossible?.(current) === false)
          .map((action) => action.name),
      };
    },
  });

  function press(event: MouseEvent, { run }: Action) {
    if ('opens' in run) {
      onOpen(run.opens);
      return;
    }
    const chain = editor.chain();
    // A mouse click returns the focus to the text; a key press leaves it here until Escape.
    if (event.detail > 0) chain.focus(undefined, { scrollIntoView: false });
    run(chain, editor).run();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    // Focuses at once: TipTap's own command waits for a frame, and text typed before that would be lost.
    editor.view.focus();
  }

  return (
    <BaseToolbar.Root
      ref={ref}
      className={styles.toolbar}
      aria-label="Formatting"
      aria-controls={controls}
      disabled={disabled}
      onKeyDown={onKeyDown}
      onPointerEnter={noticePointer}
    >
      {groups.map((group) => (
        <BaseToolbar.Group key={group[0]?.name} className={styles.group}>
          {group.map((action) => (
            <BaseToolbar.Button
              key={action.name}
              className={styles.button}
              aria-label={action.label}
              title={
                !hasKeys || action.keys === undefined
                  ? action.label
                  : `${action.label} (${keysShown(action.keys)})`
              }
              aria-keyshortcuts={action.keys === undefined ? undefined : keysSpoken(action.keys)}
              aria-pressed={action.isOn === undefined ? undefined : state.on.includes(action.name)}
              aria-haspopup={'opens' in action.run ? 'dialog' : undefined}
              disabled={state.impossible.includes(action.name)}
              // Keeps focus and selection in the text.
              onMouseDown={(event) => event.preventDefault()}
              onClick={(event) => press(event, action)}
            >
              {action.icon}
            </BaseToolbar.Button>
          ))}
        </BaseToolbar.Group>
      ))}
    </BaseToolbar.Root>
  );
}
