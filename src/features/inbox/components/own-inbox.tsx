import { useEffect } from 'react';
import { WritingFrame, type WritingFrameProps } from '#features/chapters/parts/writing/writing-frame.tsx';
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
import { inboxMessages, markInboxRead, readInbox } from '../contract.ts';
import { onReadElsewhere, setInboxCount } from '../parts/inbox-count.ts';
import { InboxRow } from './inbox-row.tsx';
import { InboxSettingsPart } from './inbox-settings.tsx';
import styles from './own-inbox.module.css';

/** All that a member is told, latest first, with the ways to open it and to mark it as read. */
export function OwnInbox({ title }: Pick<WritingFrameProps, 'title'>) {
  const page = usePageNumber();
  const loaded = useLoaded(`inbox ${page}`, async () => {
    const inbox = await callApi(readInbox, { page });
    setInboxCount(inbox.unread, false);
    return inbox;
  });
  const { reload } = loaded;
  useEffect(() => onReadElsewhere(reload), [reload]);
  // The question about the terms is no item of the list.
  const unread = loaded.status === 'ready' ? loaded.data.unread - Number(loaded.data.asks_terms) : 0;
  const { isBusy, run } = useToastedAction(inboxMessages.readFailed);

  async function mark(read: { until: string } | { id: number }, message: string) {
    const isDone = await run(async () => {
      const { unread } = await callApi(markInboxRead, read);
      setInboxCount(unread, true);
      return message;
    });
    if (!isDone) return;
    reload();
  }

  return (
    <WritingFrame title={title}>
      <LoadedPart loaded={loaded} label="Loading your inbox" lines={8} failed={inboxMessages.loadFailed}>
        {(data) => (
          <div className={styles.inbox}>
            {data.asks_terms ? (
              <Notice
                kind="info"
                title="The terms of service have changed"
                action={
                  <ButtonLink href={`${urls.terms()}#acceptance-of-members`}>Read the Terms</ButtonLink>
                }
              >
                Please read them, and accept them at their end if you agree.
              </Notice>
            ) : null}
            {data.groups.length === 0 ? (
              data.asks_terms ? null : (
                <Notice
                  kind="empty"
                  drawing="lamp"
                  title={page === 1 ? 'Your inbox is empty' : 'This list ends earlier.'}
                  action={<ButtonLink href={urls.home()}>Discover Stories</ButtonLink>}
                >
                  Comments on your stories, replies to you and decisions about your work appear here.
                </Notice>
              )
            ) : (
              <>
                <ActionBar>
                  <p className={styles.quiet} role="status">
                    {unread === 0 ? 'Nothing unread' : `${unread} unread`}
                  </p>
                  {unread === 0 ? null : (
                    <Button
                      size="small"
                      busy={isBusy}
                      onClick={() => void mark({ until: data.as_of }, inboxMessages.allRead)}
                    >
                      Mark All Read
                    </Button>
                  )}
                </ActionBar>
                <List className={styles.list}>
                  {data.groups.map((group) => (
                    <InboxRow
                      key={`${group.id} ${group.is_read}`}
                      group={group}
                      isBusy={isBusy}
                      onRead={() => void mark({ id: group.id }, inboxMessages.read)}
                    />
                  ))}
                </List>
              </>
            )}
            <Pagination
              page={page}
              pages={data.pagination.pages}
              hrefFor={(each) => urls.inbox(each)}
              label="Pages of your inbox"
            />
            <p className={styles.quiet}>
              Apart from these: your <a href={urls.notes()}>private notes</a> and the{' '}
              <a href={urls.corrections()}>corrections that you have sent</a>.
            </p>
            <InboxSettingsPart onMuted={reload} />
          </div>
        )}
      </LoadedPart>
    </WritingFrame>
  );
}
