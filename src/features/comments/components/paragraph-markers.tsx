import { type ComponentType, useEffect, useRef, useState } from 'react';
import { beginningOf, findBlock } from '#base/paragraphs.ts';
import { plural } from '#base/text.ts';
import type { User } from '#features/accounts/contract/session.ts';
import { textOf } from '#features/corrections/parts/selected-passage.ts';
import { callApi } from '#ui/api-client.ts';
import { List } from '#ui/list.tsx';
import { useLoadOnClick } from '#ui/use-load-on-click.ts';
import { useLoaded } from '#ui/use-loaded.ts';
import { countParagraphComments } from '../contract/paragraphs.ts';
import type { ChapterPlace } from './chapter-place.ts';
import type { ParagraphDialogProps } from './paragraph-dialog.tsx';
import styles from './paragraph-markers.module.css';

// Loaded with the press.
const loadDialog = () => import('./paragraph-dialog.tsx');

export type ParagraphMarkersProps = {
  place: ChapterPlace;
  user: User | undefined;
  /** Another number fetches the counts again. */
  round: number;
  /** Called when a comment in a paragraph's dialog was sent, changed or removed. */
  onChanged: () => void;
};

/** The number of comments beside each paragraph that has some, for readers who want that. */
export function ParagraphMarkers({ place, user, round, onChanged }: ParagraphMarkersProps) {
  const { slug, chapterId } = place;
  const list = useRef<HTMLUListElement>(null);
  const { press, waitingProps } = useLoadOnClick(loadDialog);
  const [dialog, setDialog] = useState<{ index: number; Dialog: ComponentType<ParagraphDialogProps> }>();
  const loaded = useLoaded(
    String(chapterId),
    () => callApi(countParagraphComments, { id: slug, chapterId: String(chapterId) }),
    round,
  );
  const paragraphs = loaded.data?.paragraphs ?? [];

  useEffect(() => {
    const text = document.getElementById('page-html');
    if (text === null || paragraphs.length === 0) return;
    function putBeside(prose: HTMLElement) {
      const { current } = list;
      if (current === null) return;
      const blocks = [...prose.children] as HTMLElement[];
      const beginnings = blocks.map((block) => beginningOf(textOf(block)));
      const { right } = prose.getBoundingClientRect();
      for (const [at, { index, beginning }] of paragraphs.entries()) {
        const found = findBlock({ block: index, text: beginning }, beginnings);
        const block = found === undefined ? undefined : blocks[found];
        const marker = current.children[at] as HTMLElement | undefined;
        if (marker === undefined) continue;
        marker.hidden = block === undefined;
        if (block === undefined) continue;
        marker.style.setProperty('--marker-bottom', `${block.getBoundingClientRect().bottom + scrollY}px`);
        marker.style.setProperty('--marker-start', `${right + scrollX}px`);
      }
    }
    const observer = new ResizeObserver(() => putBeside(text));
    observer.observe(text);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [paragraphs]);

  return (
    <>
      <List ref={list} className={styles.markers} aria-label="Comments on paragraphs" data-conversation="">
        {paragraphs.map(({ index, beginning, comment_count }) => (
          <li key={index} className={styles.marker}>
            <button
              type="button"
              className={styles.button}
              {...waitingProps}
              aria-haspopup="dialog"
              onClick={() => press(({ ParagraphDialog }) => setDialog({ index, Dialog: ParagraphDialog }))}
            >
              <span className="visually-hidden">
                {plural(comment_count, 'comment')} on “{beginning}…”
              </span>
              <span aria-hidden="true" className={styles.count}>
                {comment_count > 99 ? '99+' : comment_count}
              </span>
            </button>
          </li>
        ))}
      </List>
      {dialog === undefined ? null : (
        <dialog.Dialog
          {...{ place, user, round, onChanged }}
          index={dialog.index}
          onClose={() => setDialog(undefined)}
        />
      )}
    </>
  );
}
