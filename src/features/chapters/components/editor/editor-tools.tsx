import { lazy, Suspense } from 'react';
import { Button } from '#ui/button.tsx';
import { Menu } from '#ui/menu.tsx';
import styles from '../../parts/editor/chapter-editor.module.css';
import type { PreviewedChapter } from './preview-dialog.tsx';
import { keysSpoken, shortcutKeys } from './shortcuts.ts';
import type { WindowName } from './toolbar-actions.tsx';
import type { WritingSettings } from './writing-settings.ts';

const GoalDialog = lazy(async () => ({ default: (await import('./goal-dialog.tsx')).GoalDialog }));
const PreviewDialog = lazy(async () => ({ default: (await import('./preview-dialog.tsx')).PreviewDialog }));
const ShortcutsDialog = lazy(async () => ({
  default: (await import('./shortcuts-dialog.tsx')).ShortcutsDialog,
}));

export type EditorToolsProps = {
  settings: WritingSettings;
  onSettings: (change: Partial<WritingSettings>) => void;
  onOpen: (window: WindowName) => void;
  onFocusMode: () => void;
  hasPreview: boolean;
};

/** The tools for comfortable writing, beside the label of the text. */
export function EditorTools({ settings, onSettings, onOpen, onFocusMode, hasPreview }: EditorToolsProps) {
  const typing = settings.isTypographic
    ? 'Leave quotes and dashes as typed'
    : 'Typographic quotes and dashes';
  return (
    <div className={styles.tools}>
      {hasPreview ? (
        <Button size="small" aria-haspopup="dialog" onClick={() => onOpen('preview')}>
          Preview
        </Button>
      ) : null}
      <Button size="small" aria-keyshortcuts={keysSpoken(shortcutKeys.focusMode)} onClick={onFocusMode}>
        Focus
      </Button>
      <Menu
        label="Writing options"
        items={[
          { label: typing, onSelect: () => onSettings({ isTypographic: !settings.isTypographic }) },
          { label: 'Daily goal', onSelect: () => onOpen('goal') },
          { label: 'Keyboard shortcuts', onSelect: () => onOpen('shortcuts') },
        ]}
      />
    </div>
  );
}

export type ToolWindowsProps = {
  open: WindowName | undefined;
  onClose: () => void;
  goal: number | undefined;
  onGoal: (goal: number | undefined) => void;
  preview: (() => PreviewedChapter) | undefined;
  html: () => string;
};

/** The windows of the tools; each is loaded when it is first opened. */
export function ToolWindows({ open, onClose, goal, onGoal, preview, html }: ToolWindowsProps) {
  return (
    <Suspense>
      {open === 'shortcuts' ? <ShortcutsDialog open onClose={onClose} /> : null}
      {open === 'goal' ? <GoalDialog open goal={goal} onChange={onGoal} onClose={onClose} /> : null}
      {open === 'preview' && preview !== undefined ? (
        <PreviewDialog chapter={preview()} html={html()} onClose={onClose} />
      ) : null}
    </Suspense>
  );
}
