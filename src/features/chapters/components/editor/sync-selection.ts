import { TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/**
 * Reads the selection at once: the browser reports a change late, and a key pressed before that means the new
 * selection.
 */
export function syncSelection(view: EditorView): void {
  const { anchorNode, anchorOffset, focusNode, focusOffset } = getSelection() ?? {};
  if (!anchorNode || !focusNode || !view.dom.contains(anchorNode) || !view.dom.contains(focusNode)) return;
  const { doc, selection, tr } = view.state;
  const anchor = doc.resolve(view.posAtDOM(anchorNode, anchorOffset ?? 0));
  const head = doc.resolve(view.posAtDOM(focusNode, focusOffset ?? 0));
  if (!(selection instanceof TextSelection)) return;
  const visibleSelection = TextSelection.between(anchor, head);
  if (!visibleSelection.eq(selection)) view.dispatch(tr.setSelection(visibleSelection));
}
