import type { User } from '#features/accounts/contract/session.ts';
import { callApi } from '#ui/api-client.ts';
import { Dialog } from '#ui/dialog.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';
import { commentMessages, listComments } from '../contract/comments.ts';
import type { ChapterPlace } from './chapter-place.ts';
import { CommentThreads } from './comment-threads.tsx';
import { OwnComments } from './own-comments.tsx';

export type ParagraphDialogProps = {
  place: ChapterPlace;
  user: User | undefined;
  /** The place of the paragraph in the text as it is stored. */
  index: number;
  /** Another number fetches the comments again. */
  round: number;
  /** Called when something was said, changed or removed. */
  onChanged: () => void;
  onClose: () => void;
};

/** The comments on one paragraph, over the text. */
export function ParagraphDialog(props: ParagraphDialogProps) {
  const { place, user, index, round, onChanged, onClose } = props;
  const { slug, chapterId } = place;
  const loaded = useLoaded(
    `${chapterId} ${index} ${user?.account_id}`,
    () => callApi(listComments, { id: slug, chapter_id: chapterId, paragraph: index }),
    round,
  );
  const hrefOfThread = (thread: number) => urls.chapterComments(slug, chapterId, { thread });
  return (
    <Dialog open onOpenChange={onClose} title="On this paragraph">
      <LoadedPart
        loaded={loaded}
        label="Loading the comments"
        failed={commentMessages.loadFailed}
        empty={({ comments }) => (comments.length === 0 ? commentMessages.none : undefined)}
      >
        {(list) =>
          user === undefined ? (
            <CommentThreads comments={list.comments} thread={null} hrefOfThread={hrefOfThread} />
          ) : (
            <OwnComments {...{ user, list, hrefOfThread, onChanged }} paragraph={index} />
          )
        }
      </LoadedPart>
    </Dialog>
  );
}
