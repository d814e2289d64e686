import { useState, useSyncExternalStore } from 'react';
import { useSession } from '#features/accounts/parts/session.ts';
import type { ChapterEntry } from '#features/chapters/contract/chapters.ts';
import type { Story } from '#features/stories/contract/stories.ts';
import { useIsAuthor } from '#features/stories/parts/use-is-author.ts';
import { BelowChapter } from './below-chapter.tsx';
import { ParagraphMarkers } from './paragraph-markers.tsx';
import { PassageTools } from './passage-tools.tsx';

export type InTextProps = {
  story: Story;
  chapter: Pick<ChapterEntry, 'id'>;
};

/** The conversation in and below the text of a chapter. */
export function InText({ story, chapter }: InTextProps) {
  const { status, user } = useSession();
  const isAuthor = useIsAuthor(story);
  const hasMarkers = useSyncExternalStore(subscribeToChoices, isMarginOn);
  const isOff = useSyncExternalStore(subscribeToChoices, isCommentsOff);
  // Counts the changes to the conversation, after each of which all its lists are fetched again.
  const [round, setRound] = useState(0);
  const onChanged = () => setRound((previous) => previous + 1);
  const isOpen = story.comments !== 'off';
  const takesCorrections = story.corrections === 'members' || (story.corrections === 'commenters' && isOpen);
  // This reader may have switched comments off everywhere.
  const takesComments = isOpen && !isOff;
  const place = {
    ...{ slug: story.slug, storyId: story.id, chapterId: chapter.id },
    storyAuthor: story.author_username,
  };
  return (
    <>
      {status !== 'unknown' && (takesComments || takesCorrections) ? (
        <PassageTools
          {...{ place, user, takesComments }}
          onSent={onChanged}
          takesCorrections={takesCorrections && !isAuthor}
        />
      ) : null}
      {hasMarkers && takesComments ? <ParagraphMarkers {...{ place, user, round, onChanged }} /> : null}
      {takesComments ? <BelowChapter {...{ place, status, user, round, onChanged }} /> : null}
    </>
  );
}

const isMarginOn = () => document.documentElement.dataset.margin === 'comments';

const isCommentsOff = () => document.documentElement.dataset.comments === 'off';

function subscribeToChoices(onChange: () => void): () => void {
  const observer = new MutationObserver(onChange);
  observer.observe(document.documentElement, { attributeFilter: ['data-margin', 'data-comments'] });
  return () => observer.disconnect();
}
