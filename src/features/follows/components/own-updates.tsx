import { plural } from '#base/text.ts';
import { WritingFrame, type WritingFrameProps } from '#features/chapters/parts/writing/writing-frame.tsx';
import { showNewChapters } from '#features/reactions/parts/new-chapters-count.ts';
import { ActionBar } from '#ui/action-bar.tsx';
import { callApi } from '#ui/api-client.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { List } from '#ui/list.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { Notice } from '#ui/notice.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { usePageNumber } from '#ui/use-page-number.ts';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { urls } from '#urls.ts';
import { getUpdates, markUpdatesRead, type Update, updateMessages } from '../contract/updates.ts';
import { unreadCount } from '../parts/unread-count.ts';
import styles from './own-updates.module.css';
import { UpdatedStory } from './updated-story.tsx';

type MarkedRead = { until: string } | { story_id: number; chapter_id: number };

/** The number of chapters of a story that are still new. */
function unreadAfter({ story, chapters, new_chapters }: Update, read: MarkedRead): number {
  if ('until' in read) return 0;
  if (read.story_id !== story.id) return new_chapters;
  return new_chapters - 1 - chapters.findIndex(({ id }) => id === read.chapter_id);
}

/** The new chapters of all that a reader follows, story by story, with the ways to mark them as read. */
export function OwnUpdates({ title }: Pick<WritingFrameProps, 'title'>) {
  const page = usePageNumber();
  const loaded = useLoaded(`updates ${page}`, () => callApi(getUpdates, { page }));
  const { isBusy, run } = useToastedAction(updateMessages.readFailed);

  async function mark(read: MarkedRead, message: string) {
    const isDone = await run(async () => {
      await callApi(markUpdatesRead, read);
      return message;
    });
    if (!isDone) return;
    unreadCount.forget();
    for (const update of loaded.data?.stories ?? [])
      showNewChapters(update.story.id, unreadAfter(update, read));
    loaded.reload();
  }

  return (
    <WritingFrame title={title}>
      <p>
        <a href={urls.follows()}>What you follow, and your emails</a>
      </p>
      <LoadedPart loaded={loaded} label="Loading your updates" lines={8} failed={updateMessages.loadFailed}>
        {(data) => (
          <div className={styles.updates}>
            {data.stories.length === 0 ? (
              <Notice
                kind="empty"
                drawing="lamp"
                title={data.unread === 0 ? 'Nothing new' : 'This list ends earlier.'}
                action={<ButtonLink href={urls.home()}>Discover Stories</ButtonLink>}
              >
                New chapters in what you follow appear here.
              </Notice>
            ) : (
              <>
                <ActionBar>
                  <p className={styles.quiet}>
                    {plural(data.unread, 'new chapter')} in{' '}
                    {plural(data.pagination.total, 'story', 'stories')}
                  </p>
                  <Button
                    size="small"
                    busy={isBusy}
                    onClick={() => void mark({ until: data.as_of }, updateMessages.allRead)}
                  >
                    Mark All Read
                  </Button>
                </ActionBar>
                <List className={styles.list}>
                  {data.stories.map((update) => (
                    <UpdatedStory
                      key={update.story.id}
                      update={update}
                      isBusy={isBusy}
                      onRead={(chapterId) =>
                        void mark(
                          { story_id: update.story.id, chapter_id: chapterId },
                          updateMessages.readUpTo,
                        )
                      }
                    />
                  ))}
                </List>
              </>
            )}
            <Pagination
              page={page}
              pages={data.pagination.pages}
              hrefFor={(each) => urls.updates(each)}
              label="Pages of your updates"
            />
          </div>
        )}
      </LoadedPart>
    </WritingFrame>
  );
}
