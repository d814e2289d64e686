import type { ChainedCommands, Editor } from '@tiptap/core';
import type { ReactNode } from 'react';
import { LinkIcon, SearchIcon } from '#ui/icons.tsx';
import {
  AlignCenterIcon,
  AlignLeftIcon,
  AlignRightIcon,
  BoldIcon,
  BulletListIcon,
  CodeBlockIcon,
  HeadingThreeIcon,
  HeadingTwoIcon,
  ImageIcon,
  ItalicIcon,
  NumberedListIcon,
  QuoteIcon,
  RedoIcon,
  SceneBreakIcon,
  UndoIcon,
} from './toolbar-icons.tsx';

/** The dialog of an action that needs input. */
export type WindowName = 'find' | 'image' | 'link';

interface Action {
  name: string;
  label: string;
  icon: ReactNode;
  /** The keyboard shortcut in TipTap's notation: Mod is Ctrl, and Command on a Mac. */
  keys?: string;
  /** Missing for a button that is not a toggle. */
  isOn?: (editor: Editor) => boolean;
  isPossible?: (editor: Editor) => boolean;
  run: ((chain: ChainedCommands, editor: Editor) => ChainedCommands) | { opens: WindowName };
}

const isAligned = (editor: Editor, side: string) => editor.isActive({ align: side });

/** Lists take no headings, so a heading becomes a paragraph first. */
function asLine(chain: ChainedCommands, editor: Editor): ChainedCommands {
  return editor.isActive('heading') ? chain.setParagraph() : chain;
}

/** The groups of the toolbar, in display order. */
export const toolbar: readonly (readonly Action[])[] = [
  [
    {
      name: 'bold',
      label: 'Bold',
      icon: <BoldIcon />,
      keys: 'Mod-b',
      isOn: (editor) => editor.isActive('bold'),
      run: (chain) => chain.toggleBold(),
    },
    {
      name: 'italic',
      label: 'Italic',
      icon: <ItalicIcon />,
      keys: 'Mod-i',
      isOn: (editor) => editor.isActive('italic'),
      run: (chain) => chain.toggleItalic(),
    },
  ],
  [
    {
      name: 'heading2',
      label: 'Heading 2',
      icon: <HeadingTwoIcon />,
      keys: 'Mod-Alt-2',
      isOn: (editor) => editor.isActive('heading', { level: 2 }),
      run: (chain) => chain.toggleHeading({ level: 2 }),
    },
    {
      name: 'heading3',
      label: 'Heading 3',
      icon: <HeadingThreeIcon />,
      keys: 'Mod-Alt-3',
      isOn: (editor) => editor.isActive('heading', { level: 3 }),
      run: (chain) => chain.toggleHeading({ level: 3 }),
    },
  ],
  [
    {
      name: 'bulletList',
      label: 'Bullet list',
      icon: <BulletListIcon />,
      keys: 'Mod-Shift-8',
      isOn: (editor) => editor.isActive('bulletList'),
      run: (chain, editor) => asLine(chain, editor).toggleBulletList(),
    },
    {
      name: 'orderedList',
      label: 'Numbered list',
      icon: <NumberedListIcon />,
      keys: 'Mod-Shift-7',
      isOn: (editor) => editor.isActive('orderedList'),
      run: (chain, editor) => asLine(chain, editor).toggleOrderedList(),
    },
    {
      name: 'blockquote',
      label: 'Blockquote',
      icon: <QuoteIcon />,
      keys: 'Mod-Shift-b',
      isOn: (editor) => editor.isActive('blockquote'),
      run: (chain) => chain.toggleBlockquote(),
    },
    {
      name: 'codeBlock',
      label: 'Code block',
      icon: <CodeBlockIcon />,
      keys: 'Mod-Alt-c',
      isOn: (editor) => editor.isActive('codeBlock'),
      run: (chain) => chain.toggleCodeBlock(),
    },
  ],
  [
    {
      name: 'alignLeft',
      label: 'Align left',
      icon: <AlignLeftIcon />,
      keys: 'Mod-Shift-l',
      isOn: (editor) => !['center', 'right', 'justify'].some((side) => isAligned(editor, side)),
      run: (chain) => chain.align('left'),
    },
    {
      name: 'alignCenter',
      label: 'Align centre',
      icon: <AlignCenterIcon />,
      keys: 'Mod-Shift-e',
      isOn: (editor) => isAligned(editor, 'center'),
      run: (chain) => chain.align('center'),
    },
    {
      name: 'alignRight',
      label: 'Align right',
      icon: <AlignRightIcon />,
      keys: 'Mod-Shift-r',
      isOn: (editor) => isAligned(editor, 'right'),
      run: (chain) => chain.align('right'),
    },
  ],
  [
    { name: 'image', label: 'Insert image', icon: <ImageIcon />, run: { opens: 'image' } },
    {
      name: 'link',
      label: 'Insert link',
      icon: <LinkIcon />,
      keys: 'Mod-k',
      isOn: (editor) => editor.isActive('link'),
      run: { opens: 'link' },
    },
    {
      name: 'sceneBreak',
      label: 'Scene break',
      icon: <SceneBreakIcon />,
      run: (chain) => chain.setHorizontalRule(),
    },
  ],
  [
    {
      name: 'find',
      label: 'Find and replace',
      icon: <SearchIcon />,
      keys: 'Mod-f',
      run: { opens: 'find' },
    },
  ],
  [
    {
      name: 'undo',
      label: 'Undo',
      icon: <UndoIcon />,
      keys: 'Mod-z',
      isPossible: (editor) => editor.can().undo(),
      run: (chain) => chain.undo(),
    },
    {
      name: 'redo',
      label: 'Redo',
      icon: <RedoIcon />,
      keys: 'Mod-Shift-z',
      isPossible: (editor) => editor.can().redo(),
      run: (chain) => chain.redo(),
    },
  ],
];

export const actions = toolbar.flat();

const isMac = () => /mac|iphone|ipad/i.test(navigator.platform);

/** The shortcut as the tooltip shows it: 'Ctrl+B', '⌘B'. */
export function keysShown(keys: string): string {
  const mac: Record<string, string> = { Mod: '⌘', Alt: '⌥', Shift: '⇧' };
  const parts = keys.split('-').map((key) => (key.length === 1 ? key.toUpperCase() : key));
  if (isMac()) return parts.map((key) => mac[key] ?? key).join('');
  return parts.map((key) => (key === 'Mod' ? 'Ctrl' : key)).join('+');
}

/** The shortcut in the notation of `aria-keyshortcuts`. */
export function keysSpoken(keys: string): string {
  return keys
    .split('-')
    .map((key) =>
      key === 'Mod' ? (isMac() ? 'Meta' : 'Control') : key.length === 1 ? key.toUpperCase() : key,
    )
    .join('+');
}
