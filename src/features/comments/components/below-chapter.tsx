import { useEffect, useRef, useState } from 'react';
import type { DataOf } from '#base/contract.ts';
import { plural } from '#base/text.ts';
import type { User } from '#features/accounts/contract/session.ts';
import type { Session } from '#features/accounts/parts/session.ts';
import { callApi } from '#ui/api-client.ts';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { LOAD_MARGIN, whenNear } from '#ui/when-near.ts';
import { urls } from '#urls.ts';
import { commentMessages, listComments } from '../contract/comments.ts';
import styles from './below-chapter.module.css';
import type { ChapterPlace } from './chapter-place.ts';
import { CommentThreads } from './comment-threads.tsx';
import { OwnComments } from './own-comments.tsx';

export type BelowChapterProps = {
  place: ChapterPlace;
  status: Session['status'];
  user: User | undefined;
  /** Another number fetches the comments again. */
  round: number;
  /** Called when something was said, changed or removed. */
  onChanged: () => void;
};

/** The first page of a chapter's comments, below its text, fetched once the reader comes near. */
export function BelowChapter(props: BelowChapterProps) {
  const room = useRef<HTMLDivElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (room.current === null) return;
    return whenNear(room.current, () => setNear(true), LOAD_MARGIN);
  }, []);
  return (
    <div ref={room} data-conversation="">
      {isNear && props.status !== 'unknown' ? <LoadedComments {...props} /> : null}
    </div>
  );
}

/** The heading takes the place of the link to these comments (chapter-conversation.module.css), whose number ages. */
function LoadedComments({ place, user, round, onChanged }: BelowChapterProps) {
  const { slug, chapterId } = place;
  const loaded = useLoaded(
    `${chapterId} ${user?.account_id}`,
    () => callApi(listComments, { id: slug, chapter_id: chapterId }),
    round,
  );
  const count = loaded.data?.comment_count ?? 0;
  return (
    <>
      <h2 className={styles.heading} data-takes-link="">
        {count === 0 ? (
          'Comments'
        ) : (
          <a href={urls.chapterComments(slug, chapterId)}>{plural(count, 'comment', 'comments')}</a>
        )}
      </h2>
      <LoadedPart loaded={loaded} label="Loading the comments" lines={2} failed={commentMessages.loadFailed}>
        {(data) => (
          <div className={styles.comments}>
            <ShownComments {...{ place, user, data, onChanged }} />
            {data.pagination.pages > 1 ? (
              <p>
                <a href={urls.chapterComments(slug, chapterId, { page: 2 })}>More comments</a>
              </p>
            ) : null}
          </div>
        )}
      </LoadedPart>
    </>
  );
}

type ShownCommentsProps = Pick<BelowChapterProps, 'place' | 'user' | 'onChanged'> & {
  data: DataOf<typeof listComments>;
};

function ShownComments({ place: { slug, chapterId }, user, data, onChanged }: ShownCommentsProps) {
  const { comments, setting } = data;
  const hrefOfThread = (thread: number) => urls.chapterComments(slug, chapterId, { thread });
  if (user !== undefined)
    return (
      <OwnComments
        {...{ user, hrefOfThread, onChanged }}
        list={data}
        empty={<p className={styles.none}>{commentMessages.none}</p>}
      />
    );
  return (
    <>
      {comments.length === 0 ? null : (
        <CommentThreads comments={comments} thread={null} hrefOfThread={hrefOfThread} />
      )}
      <p>
        {setting === 'closed' ? (
          commentMessages.closedNow
        ) : (
          <>
            {comments.length === 0 ? `${commentMessages.none} ` : ''}
            <a href={urls.login(urls.chapter(slug, chapterId))}>Log in</a> to say something.
          </>
        )}
      </p>
    </>
  );
}
