import type { ChainedCommands, Editor } from '@tiptap/core';
import type { ReactNode } from 'react';
import type { RemoteImages } from '#base/remote-images.ts';
import { LinkIcon, SearchIcon } from '#ui/icons.tsx';
import { shortcutKeys } from './shortcuts.ts';
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
export type WindowName = 'find' | 'goal' | 'image' | 'link' | 'preview' | 'shortcuts';

export interface Action {
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

/** In display order. */
const groups: readonly (readonly Action[])[] = [
  [
    {
      name: 'bold',
      label: 'Bold',
      icon: <BoldIcon />,
      keys: shortcutKeys.bold,
      isOn: (editor) => editor.isActive('bold'),
      run: (chain) => chain.toggleBold(),
    },
    {
      name: 'italic',
      label: 'Italic',
      icon: <ItalicIcon />,
      keys: shortcutKeys.italic,
      isOn: (editor) => editor.isActive('italic'),
      run: (chain) => chain.toggleItalic(),
    },
  ],
  [
    {
      name: 'heading2',
      label: 'Heading 2',
      icon: <HeadingTwoIcon />,
      keys: shortcutKeys.heading2,
      isOn: (editor) => editor.isActive('heading', { level: 2 }),
      run: (chain) => chain.toggleHeading({ level: 2 }),
    },
    {
      name: 'heading3',
      label: 'Heading 3',
      icon: <HeadingThreeIcon />,
      keys: shortcutKeys.heading3,
      isOn: (editor) => editor.isActive('heading', { level: 3 }),
      run: (chain) => chain.toggleHeading({ level: 3 }),
    },
  ],
  [
    {
      name: 'bulletList',
      label: 'Bullet list',
      icon: <BulletListIcon />,
      keys: shortcutKeys.bulletList,
      isOn: (editor) => editor.isActive('bulletList'),
      run: (chain, editor) => asLine(chain, editor).toggleBulletList(),
    },
    {
      name: 'orderedList',
      label: 'Numbered list',
      icon: <NumberedListIcon />,
      keys: shortcutKeys.orderedList,
      isOn: (editor) => editor.isActive('orderedList'),
      run: (chain, editor) => asLine(chain, editor).toggleOrderedList(),
    },
    {
      name: 'blockquote',
      label: 'Blockquote',
      icon: <QuoteIcon />,
      keys: shortcutKeys.blockquote,
      isOn: (editor) => editor.isActive('blockquote'),
      run: (chain) => chain.toggleBlockquote(),
    },
    {
      name: 'codeBlock',
      label: 'Code block',
      icon: <CodeBlockIcon />,
      keys: shortcutKeys.codeBlock,
      isOn: (editor) => editor.isActive('codeBlock'),
      run: (chain) => chain.toggleCodeBlock(),
    },
  ],
  [
    {
      name: 'alignLeft',
      label: 'Align left',
      icon: <AlignLeftIcon />,
      keys: shortcutKeys.alignLeft,
      isOn: (editor) => !['center', 'right', 'justify'].some((side) => isAligned(editor, side)),
      run: (chain) => chain.align('left'),
    },
    {
      name: 'alignCenter',
      label: 'Align centre',
      icon: <AlignCenterIcon />,
      keys: shortcutKeys.alignCenter,
      isOn: (editor) => isAligned(editor, 'center'),
      run: (chain) => chain.align('center'),
    },
    {
      name: 'alignRight',
      label: 'Align right',
      icon: <AlignRightIcon />,
      keys: shortcutKeys.alignRight,
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
      keys: shortcutKeys.link,
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
      keys: shortcutKeys.find,
      run: { opens: 'find' },
    },
  ],
  [
    {
      name: 'undo',
      label: 'Undo',
      icon: <UndoIcon />,
      keys: shortcutKeys.undo,
      isPossible: (editor) => editor.can().undo(),
      run: (chain) => chain.undo(),
    },
    {
      name: 'redo',
      label: 'Redo',
      icon: <RedoIcon />,
      keys: shortcutKeys.redo,
      isPossible: (editor) => editor.can().redo(),
      run: (chain) => chain.redo(),
    },
  ],
];

/** The groups of the toolbar, in display order. A site of text alone offers no image. */
export function toolbarGroups(remoteImages: RemoteImages): readonly (readonly Action[])[] {
  if (remoteImages === 'click') return groups;
  return groups.map((group) => group.filter(({ name }) => name !== 'image'));
}
