import { Mark, markInputRule } from '@tiptap/core';
import { cleanLink } from '#base/web-address.ts';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    codeText: { toggleCode: () => ReturnType };
  }
}

/** Words in the typewriter's face. Unlike TipTap's own it goes together with bold and italic, as stored texts may. */
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

/** `this` typed between single backticks; not between double ones. */
function inBackticks(text: string) {
  const match = /`([^`]+)`$/.exec(text);
  if (match === null || text[match.index - 1] === '`') return null;
  return { index: match.index, text: match[0], replaceWith: match[1] ?? '' };
}

/** A link. Its address is cleaned as the server would, so that none is lost when the text is saved. */
export const Link = Mark.create({
  name: 'link',
  // Outside of every other mark: a link with a bold word in it is one link.
  priority: 1000,
  inclusive: false,
  exitable: true,

  addAttributes() {
    return { href: { default: '', parseHTML: (element) => cleanLink(hrefOf(element)) ?? '' } };
  },

  parseHTML: () => [
    { tag: 'a[href]', getAttrs: (element) => (cleanLink(hrefOf(element)) === undefined ? false : null) },
  ],
  // Within the editor a click on it sets the cursor; it leads nowhere.
  renderHTML: ({ HTMLAttributes }) => ['a', { href: HTMLAttributes.href, rel: 'nofollow noopener' }, 0],
});

function hrefOf(element: HTMLElement): string | undefined {
  return element.getAttribute('href') ?? undefined;
}
