import { useState } from 'react';
import { callApi } from '#ui/api-client.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { formatMoment } from '#ui/dates.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { CloseIcon } from '#ui/icons.tsx';
import { LinkRow, LinkRows } from '#ui/link-rows.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { Notice } from '#ui/notice.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { usePageNumber } from '#ui/use-page-number.ts';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { urls } from '#urls.ts';
import { clearHistory, forgetChapter, getHistory, type HistoryEntry, historyMessages } from '../contract.ts';
import { HistorySettings } from '../parts/history-settings.tsx';
import { deviceChoice, deviceEntries, forgetOnDevice } from './device-history.ts';
import styles from './own-history.module.css';

/** The chapters of the account's history, or of this device's. */
async function loadHistory(isSignedIn: boolean, page: number) {
  if (isSignedIn) {
    const { choice, entries, pagination } = await callApi(getHistory, { page });
    if (choice.keep === 'account') return { keep: 'account' as const, entries, pages: pagination.pages };
  }
  const keep = deviceChoice() === undefined ? ('off' as const) : ('device' as const);
  return { keep, entries: deviceEntries(), pages: 1 };
}

export function OwnHistory({ isSignedIn }: { isSignedIn: boolean }) {
  const page = usePageNumber();
  const loaded = useLoaded(`history ${page}`, () => loadHistory(isSignedIn, page));
  return (
    <>
      <HistorySettings isSignedIn={isSignedIn} onChanged={loaded.reload} />
      <LoadedPart
        loaded={loaded}
        label="Loading your reading history"
        lines={8}
        failed={historyMessages.loadFailed}
      >
        {(data) => <Entries {...data} page={page} onChanged={loaded.reload} />}
      </LoadedPart>
    </>
  );
}

type EntriesProps = Awaited<ReturnType<typeof loadHistory>> & { page: number; onChanged: () => void };

function Entries({ keep, entries, page, pages, onChanged }: EntriesProps) {
  const [isAsked, setAsked] = useState(false);
  const toasted = useToastedAction(historyMessages.removeFailed);

  async function run(message: string, failed: string, action: () => Promise<unknown>) {
    await toasted.run(async () => {
      await action();
      return message;
    }, failed);
    setAsked(false);
    onChanged();
  }
  const forget = ({ chapter_id }: HistoryEntry) =>
    run(historyMessages.removed, historyMessages.removeFailed, async () => {
      if (keep === 'account') await callApi(forgetChapter, { chapter_id });
      else forgetOnDevice(chapter_id);
    });
  const clear = () =>
    run(historyMessages.cleared, historyMessages.clearFailed, async () => {
      if (keep === 'account') await callApi(clearHistory, {});
      else forgetOnDevice();
    });

  if (entries.length === 0 && page > 1 && keep === 'account')
    return (
      <Notice
        kind="empty"
        title="This list ends earlier."
        action={<ButtonLink href={urls.history()}>Go to the first page</ButtonLink>}
      />
    );
  if (entries.length === 0)
    return (
      <Notice
        kind="empty"
        title={keep === 'off' ? 'Your reading history is off.' : 'No chapter is in your history yet.'}
        action={<ButtonLink href={urls.home()}>Discover Stories</ButtonLink>}
      >
        {keep === 'off' ? 'Nothing about what you read is kept here.' : undefined}
      </Notice>
    );
  return (
    <section aria-label="Opened chapters" className={styles.history}>
      <div className={styles.bar}>
        <Button size="small" aria-haspopup="dialog" onClick={() => setAsked(true)}>
          Clear All
        </Button>
      </div>
      <LinkRows>
        {entries.map((entry) => {
          const title = `${entry.story_title}: ${entry.chapter_title}`;
          return (
            <LinkRow
              key={entry.chapter_id}
              href={urls.chapter(entry.story_slug, entry.chapter_id)}
              title={title}
              facts={`by ${entry.author_display_name}, opened ${formatMoment(entry.opened_at)}${entry.finished_at === null ? '' : ', read to its end'}`}
              action={
                <IconButton
                  label={`Remove ${title}`}
                  title="Remove"
                  icon={<CloseIcon size={18} />}
                  onClick={() => void forget(entry)}
                />
              }
            />
          );
        })}
      </LinkRows>
      <Pagination
        page={page}
        pages={pages}
        hrefFor={(each) => urls.history(each)}
        label="Pages of your history"
      />
      <ConfirmDialog
        open={isAsked}
        onOpenChange={setAsked}
        title="Clear reading history"
        text="Delete the whole reading history? This cannot be undone."
        confirmLabel="Clear History"
        busyText="Clearing..."
        danger
        busy={toasted.isBusy}
        onConfirm={() => void clear()}
      />
    </section>
  );
}
