import { type ComponentType, useEffect, useRef, useState } from 'react';
import type { ChapterEntry } from '#features/chapters/contract/chapters.ts';
import type { Story } from '#features/stories/contract/stories.ts';
import { LOAD_MARGIN, whenNear } from '#ui/when-near.ts';
import type { InTextProps } from '../components/in-text.tsx';
import styles from './chapter-conversation.module.css';
import { CommentsLink } from './comments-link.tsx';

export type ChapterConversationProps = {
  story: Story;
  chapter: ChapterEntry & { comment_count: number };
};

/**
 * The comments below a chapter. Their code, with that for selected words and for the margin, loads when the reader comes
 * near, selects words, or wants comments beside the text; the link works without it.
 */
export function ChapterConversation({ story, chapter }: ChapterConversationProps) {
  const section = useRef<HTMLElement>(null);
  const [InText, setInText] = useState<ComponentType<InTextProps>>();

  useEffect(() => {
    if (section.current === null) return;
    const root = document.documentElement;
    let isLoading = false;
    function load() {
      if (isLoading) return;
      isLoading = true;
      stop();
      import('../components/in-text.tsx').then(
        (module) => setInText(() => module.InText),
        () => undefined,
      );
    }
    const loadForMargin = () => root.dataset.margin !== undefined && load();
    const loadForSelection = () => getSelection()?.isCollapsed === false && load();
    const stopWaiting = whenNear(section.current, load, LOAD_MARGIN);
    const settings = new MutationObserver(loadForMargin);
    function stop() {
      stopWaiting();
      settings.disconnect();
      document.removeEventListener('selectionchange', loadForSelection);
    }
    settings.observe(root, { attributeFilter: ['data-margin'] });
    document.addEventListener('selectionchange', loadForSelection);
    loadForMargin();
    loadForSelection();
    return stop;
  }, []);

  return (
    <section className={styles.conversation} aria-label="Conversation" ref={section}>
      <CommentsLink story={story} chapter={chapter} className={styles.link} />
      <div
        className={`needs-script ${styles.room}`}
        data-loads-later=""
        data-comments={story.comments === 'off' ? undefined : Math.min(chapter.comment_count, 1)}
      >
        {InText === undefined ? null : <InText key={chapter.id} story={story} chapter={chapter} />}
      </div>
    </section>
  );
}
