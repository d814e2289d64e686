import { useState } from 'react';
import { isApiError } from '#base/failure.ts';
import { plural } from '#base/text.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { formatMoment } from '#ui/dates.ts';
import { List } from '#ui/list.tsx';
import { Notice } from '#ui/notice.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import {
  type BulkAction,
  type BulkResult,
  bulkMessages,
  type DoneBulkAction,
  listBulkActions,
  undoBulkAction,
} from '../contract/bulk.ts';
import { bulkTexts } from './bulk-texts.ts';
import styles from './recent-bulk.module.css';

/** The actions on several rows at once that can be undone. */
export function useRecentBulk() {
  return useLoaded('bulk actions', () => callApi(listBulkActions, {}));
}

export type RecentBulkProps = {
  recent: ReturnType<typeof useRecentBulk>;
  actions: readonly BulkAction[];
  onUndone: () => void;
};

/** Undoes what was done to several rows at once, above the list to which they return. */
export function RecentBulk({ recent, actions, onUndone }: RecentBulkProps) {
  const [failures, setFailures] = useState<string[]>([]);
  const undoable = (recent.data?.actions ?? []).filter(({ action }) => actions.includes(action));
  function finish({ failed }: Pick<BulkResult, 'failed'>) {
    setFailures(failed.map(({ id, message }) => `${id}: ${message}`));
    recent.reload();
    onUndone();
  }
  return (
    <>
      {failures.length === 0 ? null : (
        <Notice kind="error" title={`${plural(failures.length, 'row')} could not be undone`}>
          <List>
            {failures.map((failure) => (
              <li key={failure}>{failure}</li>
            ))}
          </List>
        </Notice>
      )}
      {undoable.length === 0 ? null : (
        <List className={styles.recent} aria-label="Done to several rows at once">
          {undoable.map((done) => (
            <RecentRow key={done.id} done={done} onUndone={finish} />
          ))}
        </List>
      )}
    </>
  );
}

type RecentRowProps = { done: DoneBulkAction; onUndone: (result: Pick<BulkResult, 'failed'>) => void };

function RecentRow({ done, onUndone }: RecentRowProps) {
  const { isBusy, run } = useToastedAction(bulkMessages.undoFailed);
  const words = `${bulkTexts[done.action].done}: ${plural(done.row_count, 'row')}`;
  const undo = () =>
    run(async () => {
      try {
        const result = await callApi(undoBulkAction, { id: done.id });
        onUndone(result);
        return result.done.length === 0 ? undefined : bulkMessages.undone;
      } catch (error) {
        // A colleague was faster, or the time is over.
        if (isApiError(error) && error.status === 404) onUndone({ failed: [] });
        throw error;
      }
    });
  return (
    <li className={styles.done}>
      <p className={styles.words}>
        {words}, <time dateTime={done.done_at}>{formatMoment(done.done_at)}</time>, by{' '}
        {done.actor_name ?? 'a former moderator'}
      </p>
      <Button size="small" busy={isBusy} busyText="Undoing..." onClick={undo}>
        Undo
        <span className="visually-hidden"> {words}</span>
      </Button>
    </li>
  );
}
