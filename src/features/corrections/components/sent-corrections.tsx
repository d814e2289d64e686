import { useState } from 'react';
import { useLocation } from 'react-router';
import { WritingFrame } from '#features/chapters/parts/writing/writing-frame.tsx';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { formatDate } from '#ui/dates.ts';
import { DeleteDialog } from '#ui/delete-dialog.tsx';
import { OrderedList } from '#ui/list.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { useToast } from '#ui/toast.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';
import {
  correctionMessages,
  listSentCorrections,
  type OwnCorrection,
  withdrawCorrection,
} from '../contract.ts';
import styles from './sent-corrections.module.css';
import { SuggestedText } from './suggested-text.tsx';

/** The corrections that a reader has suggested, with what became of each; one that waits can be withdrawn. */
export function SentCorrections({ title }: { title: string }) {
  const page = Math.max(1, Math.trunc(Number(new URLSearchParams(useLocation().search).get('page'))) || 1);
  const loaded = useLoaded(`corrections ${page}`, () => callApi(listSentCorrections, { page }));
  const [withdrawing, setWithdrawing] = useState<OwnCorrection>();
  const toast = useToast();
  return (
    <WritingFrame title={title}>
      <div className={styles.corrections}>
        <LoadedPart
          loaded={loaded}
          label="Loading your corrections"
          failed={correctionMessages.loadFailed}
          empty={({ corrections }) =>
            corrections.length > 0
              ? undefined
              : page === 1
                ? 'You have suggested no corrections. Select words in a chapter to begin.'
                : 'This list ends earlier.'
          }
        >
          {({ corrections, pagination }) => (
            <>
              <OrderedList className={styles.list} aria-label={title}>
                {corrections.map((correction) => (
                  <li key={correction.id} className={styles.correction}>
                    <SuggestedText correction={correction} />
                    <p className={styles.quiet}>
                      <Place correction={correction} /> {formatDate(correction.created_at)}
                      {correction.author_username === null ? '' : `, as ${correction.author_username}`}
                    </p>
                    <p className={styles.state}>
                      <strong>{stateText(correction)}</strong>
                      {correction.state === 'waiting' ? (
                        <Button size="small" onClick={() => setWithdrawing(correction)}>
                          Withdraw
                          <span className="visually-hidden"> the correction of “{correction.quote}”</span>
                        </Button>
                      ) : null}
                    </p>
                  </li>
                ))}
              </OrderedList>
              <Pagination
                page={page}
                pages={pagination.pages}
                hrefFor={(one) => (one === 1 ? urls.corrections() : `${urls.corrections()}?page=${one}`)}
                label="Pages of your corrections"
              />
            </>
          )}
        </LoadedPart>
      </div>
      <DeleteDialog
        title="Withdraw Correction"
        question={correctionMessages.withdrawConfirm}
        open={withdrawing !== undefined}
        onClose={() => setWithdrawing(undefined)}
        onDelete={async () => {
          await callApi(withdrawCorrection, { id: String(withdrawing?.id) }).finally(loaded.reload);
          setWithdrawing(undefined);
          toast.show({ kind: 'success', message: correctionMessages.withdrawn });
        }}
        failed={(reason) => reason ?? correctionMessages.withdrawFailed}
      />
    </WritingFrame>
  );
}

function Place({ correction }: { correction: OwnCorrection }) {
  const { story_slug: slug, story_title, chapter_id: chapterId, chapter_title } = correction;
  if (slug === null) return 'In a story that you cannot find any more, or not yet.';
  return (
    <>
      In {chapterId === null ? 'a chapter' : <a href={urls.chapter(slug, chapterId)}>{chapter_title}</a>} of{' '}
      <a href={urls.story(slug)}>{story_title}</a>,
    </>
  );
}

function stateText({ state, is_named }: OwnCorrection): string {
  if (state === 'accepted')
    return is_named ? 'Accepted, and you are named at the end of the chapter' : 'Accepted';
  return state === 'waiting' ? 'Waiting for the author' : 'Dismissed';
}
