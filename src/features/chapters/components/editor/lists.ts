import { Node } from '@tiptap/core';

declare module '@tiptap/core' {
  interface Commands<ReturnType> {
    numberedList: { toggleOrderedList: () => ReturnType };
  }
}

/**
 * A list that always counts from 1, because saving would lose another start. TipTap's own node also turns '1987. ' at
 * the beginning of a line into a list.
 */
export const OrderedList = Node.create({
  name: 'orderedList',
  group: 'block list',
  content: 'listItem+',
  parseHTML: () => [{ tag: 'ol' }],
  renderHTML: () => ['ol', 0],

  addCommands() {
    return {
      toggleOrderedList:
        () =>
        ({ commands }) =>
          commands.toggleList(this.name, 'listItem'),
    };
  },

  addKeyboardShortcuts() {
    return { 'Mod-Shift-7': () => this.editor.commands.toggleOrderedList() };
  },
});

/** A list item. It may begin with any block, because stored texts may. */
export const ListItem = Node.create({
  name: 'listItem',
  content: 'block+',
  defining: true,
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: () => ['li', 0],

  addKeyboardShortcuts() {
    return {
      Enter: () => this.editor.commands.splitListItem(this.name),
      Tab: () => this.editor.commands.sinkListItem(this.name),
      'Shift-Tab': () => this.editor.commands.liftListItem(this.name),
    };
  },
});
