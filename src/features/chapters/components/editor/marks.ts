import { Mark, markInputRule } from '@tiptap/core';
import { cleanLink } from '#base/web-address.ts';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    codeText: { toggleCode: () => ReturnType };
  }
}

/** Code in a monospaced font. Unlike TipTap's own mark it combines with bold and italic, as stored texts may. */
export const Code = Mark.create({
  name: 'code',
  excludes: '',
  code: true,
  exitable: true,
  parseHTML: () => [{ tag: 'code' }],
  renderHTML: () => ['code', 0],

  addCommands() {
    return {
      toggleCode:
        () =>
        ({ commands }) =>
          commands.toggleMark(this.name),
    };
  },

  addKeyboardShortcuts() {
    return { 'Mod-e': () => this.editor.commands.toggleCode() };
  },

  addInputRules() {
    return [markInputRule({ find: inBackticks, type: this.type })];
  },
});

/** Matches `text` typed between single backticks, but not between double ones. */
function inBackticks(text: string) {
  const match = /`([^`]+)`$/.exec(text);
  if (match === null || text[match.index - 1] === '`') return null;
  return { index: match.index, text: match[0], replaceWith: match[1] ?? '' };
}

/** A link. It cleans its address as the server does, so that saving loses no link. */
export const Link = Mark.create({
  name: 'link',
  // Encloses every other mark, so that a link with a bold word in it stays one link.
  priority: 1000,
  inclusive: false,
  exitable: true,

  addAttributes() {
    return { href: { default: '', parseHTML: (element) => cleanLink(hrefOf(element)) ?? '' } };
  },

  parseHTML: () => [
    { tag: 'a[href]', getAttrs: (element) => (cleanLink(hrefOf(element)) === undefined ? false : null) },
  ],
  // Has no target: a click within the editor only sets the cursor.
  renderHTML: ({ HTMLAttributes }) => ['a', { href: HTMLAttributes.href, rel: 'nofollow noopener' }, 0],
});

function hrefOf(element: HTMLElement): string | undefined {
  return element.getAttribute('href') ?? undefined;
}
