/** The keyboard shortcuts of the editor, in TipTap's notation: Mod is Ctrl, and Command on a Mac. */
export const shortcutKeys = {
  bold: 'Mod-b',
  italic: 'Mod-i',
  code: 'Mod-e',
  paragraph: 'Mod-Alt-0',
  heading2: 'Mod-Alt-2',
  heading3: 'Mod-Alt-3',
  bulletList: 'Mod-Shift-8',
  orderedList: 'Mod-Shift-7',
  blockquote: 'Mod-Shift-b',
  codeBlock: 'Mod-Alt-c',
  alignLeft: 'Mod-Shift-l',
  alignCenter: 'Mod-Shift-e',
  alignRight: 'Mod-Shift-r',
  listDeeper: 'Tab',
  listBack: 'Shift-Tab',
  lineBreak: 'Shift-Enter',
  link: 'Mod-k',
  find: 'Mod-f',
  undo: 'Mod-z',
  redo: 'Mod-Shift-z',
  save: 'Mod-s',
  focusMode: 'Mod-Shift-f',
  toolbar: 'Alt-F10',
  back: 'Escape',
  shortcuts: 'Mod-/',
} as const;

export type ShortcutName = keyof typeof shortcutKeys;

/** The shortcuts as the list of them shows them, each once. */
export const shortcutGroups: readonly {
  title: string;
  shortcuts: readonly (readonly [ShortcutName, string])[];
}[] = [
  {
    title: 'Letters',
    shortcuts: [
      ['bold', 'Bold'],
      ['italic', 'Italic'],
      ['code', 'Like a typewriter'],
      ['link', 'Link'],
    ],
  },
  {
    title: 'Paragraphs',
    shortcuts: [
      ['paragraph', 'Plain paragraph'],
      ['heading2', 'Heading 2'],
      ['heading3', 'Heading 3'],
      ['blockquote', 'Blockquote'],
      ['codeBlock', 'Code block'],
      ['lineBreak', 'New line in the same paragraph'],
      ['alignLeft', 'Align left'],
      ['alignCenter', 'Align centre'],
      ['alignRight', 'Align right'],
    ],
  },
  {
    title: 'Lists',
    shortcuts: [
      ['bulletList', 'Bullet list'],
      ['orderedList', 'Numbered list'],
      ['listDeeper', 'One level deeper'],
      ['listBack', 'One level back'],
    ],
  },
  {
    title: 'Everything else',
    shortcuts: [
      ['undo', 'Undo'],
      ['redo', 'Redo'],
      ['find', 'Find and replace'],
      ['save', 'Save the draft now'],
      ['focusMode', 'Focus mode, and out of it'],
      ['toolbar', 'To the toolbar'],
      ['back', 'Back to the text, or out of focus mode'],
      ['shortcuts', 'This list'],
    ],
  },
];

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

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether a key event is this shortcut. On a Mac, Ctrl counts as Command too: both are free in a text. */
export function isPressed(name: ShortcutName, event: Pressed): boolean {
  const parts = shortcutKeys[name].split('-');
  return (
    event.key.toLowerCase() === parts.at(-1)?.toLowerCase() &&
    (event.ctrlKey || event.metaKey) === parts.includes('Mod') &&
    event.altKey === parts.includes('Alt') &&
    event.shiftKey === parts.includes('Shift')
  );
}
