import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { ArrowDownIcon, ArrowUpIcon, draw } from './icons.tsx';
import { OrderedList } from './list.tsx';
import styles from './sortable-list.module.css';

const GripIcon = () =>
  draw({ size: 20 }, <path d="M9 6h.01M9 12h.01M9 18h.01M15 6h.01M15 12h.01M15 18h.01" strokeWidth={2.5} />);

export type SortableListProps<Item extends { id: number }> = {
  items: readonly Item[];
  /** The accessible name of the list. */
  label: string;
  nameOf: (item: Item) => string;
  /** Called at the end of each move, with the items in their new order. */
  onReorder: (items: Item[]) => void;
  children: (item: Item, index: number) => ReactNode;
};

/**
 * A list in an order that people decide: by dragging the handle, with the arrow keys on it, or with the buttons beside.
 * Each move is announced.
 */
export function SortableList<Item extends { id: number }>(props: SortableListProps<Item>) {
  const { items, label, nameOf, onReorder, children } = props;
  const [dragged, setDragged] = useState<Item[]>();
  const [draggedId, setDraggedId] = useState<number>();
  const [announcement, setAnnouncement] = useState('');
  const list = useRef<HTMLOListElement>(null);
  const shown = dragged ?? items;

  function announce(order: readonly Item[], id: number) {
    const at = order.findIndex((item) => item.id === id);
    const item = order[at];
    if (item !== undefined) setAnnouncement(`${nameOf(item)}: ${at + 1} of ${order.length}`);
  }

  function step(from: number, by: -1 | 1) {
    const item = items[from];
    const order = moved(items, from, from + by);
    if (item === undefined || order === undefined) return;
    onReorder(order);
    announce(order, item.id);
  }

  function stepByKey(event: KeyboardEvent, at: number) {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    step(at, event.key === 'ArrowUp' ? -1 : 1);
  }

  function startDrag(event: PointerEvent<HTMLButtonElement>, item: Item) {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setDragged([...items]);
    setDraggedId(item.id);
  }

  function drag(event: PointerEvent) {
    if (dragged === undefined || list.current === null) return;
    const from = dragged.findIndex((item) => item.id === draggedId);
    const to = [...list.current.children].findIndex((row) => {
      const { top, bottom } = row.getBoundingClientRect();
      return event.clientY >= top && event.clientY <= bottom;
    });
    if (to === -1 || to === from || !isPast(list.current.children[to], event.clientY, to > from)) return;
    const order = moved(dragged, from, to);
    if (order !== undefined) setDragged(order);
  }

  function endDrag(isDone: boolean) {
    if (dragged !== undefined && isDone && dragged.some((item, at) => item.id !== items[at]?.id)) {
      onReorder(dragged);
      announce(dragged, draggedId ?? -1);
    }
    setDragged(undefined);
    setDraggedId(undefined);
  }

  return (
    <>
      <OrderedList ref={list} aria-label={label} className={styles.list}>
        {shown.map((item, at) => (
          <li key={item.id} className={classNames(styles.row, item.id === draggedId && styles.dragged)}>
            <button
              type="button"
              className={styles.handle}
              aria-label={`Move ${nameOf(item)}`}
              aria-description="Use the up and down arrow keys, or drag."
              onKeyDown={(event) => stepByKey(event, at)}
              onPointerDown={(event) => startDrag(event, item)}
              onPointerMove={drag}
              onPointerUp={() => endDrag(true)}
              onPointerCancel={() => endDrag(false)}
            >
              <GripIcon />
            </button>
            <div className={styles.content}>{children(item, at)}</div>
            <div className={styles.steps}>
              <IconButton
                label={`Move ${nameOf(item)} up`}
                icon={<ArrowUpIcon size={18} />}
                aria-disabled={at === 0 || undefined}
                onClick={() => step(at, -1)}
              />
              <IconButton
                label={`Move ${nameOf(item)} down`}
                icon={<ArrowDownIcon size={18} />}
                aria-disabled={at === shown.length - 1 || undefined}
                onClick={() => step(at, 1)}
              />
            </div>
          </li>
        ))}
      </OrderedList>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
    </>
  );
}

/** The items with one of them at another place; undefined when there is no such place. */
function moved<Item>(items: readonly Item[], from: number, to: number): Item[] | undefined {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return undefined;
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(to, 0, item);
}

/** Rows differ in height: a swap before the middle would bring the pointer back over the other row, which swaps again. */
function isPast(row: Element | undefined, y: number, isDown: boolean): boolean {
  if (row === undefined) return false;
  const { top, bottom } = row.getBoundingClientRect();
  const middle = (top + bottom) / 2;
  return isDown ? y > middle : y < middle;
}
