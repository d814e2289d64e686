import { plural } from '#base/text.ts';
import { authorStories } from '#features/authors/contract.ts';
import { StoryCover } from '#features/covers/parts/cover-image.tsx';
import { BookmarkButton } from '#features/reactions/parts/bookmark-button.tsx';
import { VoteButtons } from '#features/reactions/parts/vote-buttons.tsx';
import { ShelfButton } from '#features/shelves/parts/shelf-button.tsx';
import { relatedStories } from '#features/stories/contract/related.ts';
import { frontpage, type Story } from '#features/stories/contract/stories.ts';
import { readingTime } from '#features/stories/parts/reading-time.ts';
import { useIsAuthor } from '#features/stories/parts/use-is-author.ts';
import { callApi } from '#ui/api-client.ts';
import { hiddenCookieText } from '#ui/hidden-cookie-text.ts';
import { List } from '#ui/list.tsx';
import { StretchedLink } from '#ui/stretched-link.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';
import styles from './chapter-ending.module.css';
import { isComplete, type Suggestion, suggestNextStories } from './next-to-read.ts';

export type EndingActionsProps = { story: Story };

async function loadNext(story: Story): Promise<Suggestion<Story>[]> {
  const [byAuthor, related] = await Promise.all([
    // Asks for one more than needed, because this story may be among them.
    callApi(authorStories, { username: story.author_username, limit: 4 }).then(({ stories }) => stories),
    // By slug: a story that is read by link alone has no other name.
    callApi(relatedStories, { id: story.slug, hidden: hiddenCookieText() }).then(({ stories }) => stories),
  ]);
  const next = suggestNextStories(story, { byAuthor, related });
  if (isComplete(next)) return next;
  const { stories: trending } = await callApi(frontpage, { hidden: hiddenCookieText() });
  return suggestNextStories(story, { byAuthor, related, trending });
}

/** Asks a reader for their opinion, and offers the author of an unfinished story to go on. */
function NextStep({ story }: EndingActionsProps) {
  const isAuthor = useIsAuthor(story);
  if (!isAuthor) return <p className={styles.question}>Did it work for you?</p>;
  if (story.status === 'complete') return null;
  return (
    <p className={styles.question}>
      <a href={urls.addChapter(story.slug)}>Add the next chapter</a>
    </p>
  );
}

/** The choices after the last line: vote, bookmark, read on elsewhere. It is a chunk of its own. */
export function EndingActions({ story }: EndingActionsProps) {
  const { data: next = [] } = useLoaded(String(story.id), () => loadNext(story));
  return (
    <>
      <NextStep story={story} />
      <div className={styles.actions} data-icons="">
        <VoteButtons story={story} variant="page" />
        <BookmarkButton story={story} variant="page" />
        <ShelfButton story={story} />
      </div>
      {next.length === 0 ? null : (
        <List className={styles.next} aria-label="Read next">
          {next.map(({ story: nextStory, reason }) => (
            <li key={nextStory.id} className={styles.entry}>
              <StoryCover story={nextStory} inList className={styles.cover} />
              <div className={styles.words}>
                <p className={styles.reason}>{reason}</p>
                <h3 className={styles.storyTitle}>
                  <StretchedLink href={urls.story(nextStory.slug)}>{nextStory.title}</StretchedLink>
                </h3>
                <p className={styles.about}>
                  {reason === 'By the same author' ? '' : `by ${nextStory.author_display_name}, `}
                  {plural(nextStory.chapter_count, 'chapter', 'chapters')},{' '}
                  {readingTime(nextStory.word_count)}
                </p>
              </div>
            </li>
          ))}
        </List>
      )}
    </>
  );
}
