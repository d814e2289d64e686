import type { ReactNode } from 'react';
import { useLocation } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { pageNumberOf } from '#base/page-number.ts';
import { plural } from '#base/text.ts';
import { useSession } from '#features/accounts/parts/session.ts';
import { StaffNotesButton } from '#features/staff-notes/parts/staff-notes-button.tsx';
import { staffUrls } from '#staff-urls.ts';
import { callApi } from '#ui/api-client.ts';
import { formatMoment } from '#ui/dates.ts';
import { LinkTabs } from '#ui/link-tabs.tsx';
import { List } from '#ui/list.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls } from '#urls.ts';
import { BulkTools } from '../../components/bulk-tools.tsx';
import styles from '../../components/newcomers.module.css';
import { RecentBulk, useRecentBulk } from '../../components/recent-bulk.tsx';
import { RowCheckbox } from '../../components/row-checkbox.tsx';
import { SpamButton } from '../../components/spam-button.tsx';
import { useSelection } from '../../components/use-selection.ts';
import {
  ACCOUNT_FILTERS,
  type AccountFilter,
  listNewAccounts,
  type NewAccount,
  newcomerMessages,
} from '../../contract/newcomers.ts';
import { ModerationFrame } from '../../parts/moderation-frame.tsx';

export function meta(): PageMeta {
  return {
    title: 'New accounts',
    description: 'The newest accounts and what they have done.',
    isHidden: true,
  };
}

const filterLabels: Record<AccountFilter, string> = { all: 'All', authors: 'With stories', spam: 'Spam' };

export function NewAccountsPage() {
  const query = new URLSearchParams(useLocation().search);
  const show = ACCOUNT_FILTERS.find((one) => one === query.get('show')) ?? 'all';
  const page = pageNumberOf(query);
  const loaded = useLoaded(`${show} ${page}`, () => callApi(listNewAccounts, { show, page }));
  const recent = useRecentBulk();
  return (
    <ModerationFrame title="New accounts" lead="Newest first. “Spam” can be undone, and is logged.">
      <div data-keeps-place="">
        <LinkTabs
          label="Accounts"
          tabs={ACCOUNT_FILTERS.map((each) => ({
            href: staffUrls.accounts({ show: each }),
            label: filterLabels[each],
            current: each === show,
          }))}
        />
      </div>
      <RecentBulk recent={recent} actions={['spam']} onUndone={loaded.reload} />
      <LoadedPart
        loaded={loaded}
        label="Loading the accounts"
        failed={newcomerMessages.accountsFailed}
        empty={({ accounts }) =>
          accounts.length === 0
            ? show === 'spam'
              ? 'No account is marked as spam.'
              : 'No accounts here.'
            : undefined
        }
      >
        {({ accounts, pagination }) => (
          <>
            <Accounts
              accounts={accounts}
              onDone={() => {
                loaded.reload();
                recent.reload();
              }}
            />
            <Pagination
              {...pagination}
              hrefFor={(each) => staffUrls.accounts({ show, page: each })}
              label="Pages of accounts"
            />
          </>
        )}
      </LoadedPart>
    </ModerationFrame>
  );
}

function Accounts({ accounts, onDone }: { accounts: NewAccount[]; onDone: () => void }) {
  const { user } = useSession();
  const rows = accounts
    .filter(({ id, role, is_spam }) => role === 'user' && !is_spam && id !== user?.account_id)
    .map(({ id, username }) => ({ id, label: username }));
  const selection = useSelection(rows.map(({ id }) => id));
  return (
    <>
      <BulkTools rows={rows} selection={selection} actions={['spam']} onDone={onDone} />
      <List className={styles.list} aria-label="Newest accounts">
        {accounts.map((account) => (
          <AccountRow
            key={account.id}
            account={account}
            choice={<RowCheckbox id={account.id} label={account.username} selection={selection} />}
            onDone={onDone}
          />
        ))}
      </List>
    </>
  );
}

type AccountRowProps = { account: NewAccount; choice: ReactNode; onDone: () => void };

function AccountRow({ account, choice, onDone }: AccountRowProps) {
  const { user } = useSession();
  const { username, display_name, latest_stories } = account;
  const marks = [
    account.is_spam ? 'spam' : account.suspended_at === null ? '' : 'suspended',
    account.is_verified ? '' : 'address not verified',
  ];
  const isOneself = user?.account_id === account.id;
  return (
    <li className={styles.row}>
      {choice}
      <div className={styles.words}>
        <p className={styles.name}>
          <a href={urls.author(username)}>{username}</a>
          {display_name === '' || display_name === username ? null : <span> {display_name}</span>}
        </p>
        <p className={styles.quiet}>
          {account.role === 'user' ? '' : `${account.role}, `}joined{' '}
          <time dateTime={account.created_at}>{formatMoment(account.created_at)}</time>
          {marks
            .filter((text) => text !== '')
            .map((text) => (
              <strong key={text} className={styles.mark}>
                {text}
              </strong>
            ))}
        </p>
        <p className={styles.quiet}>{countsOf(account).join(' · ')}</p>
        {latest_stories.length === 0 ? null : (
          <List className={styles.stories} aria-label={`Latest stories of ${username}`}>
            {latest_stories.map((story) => (
              <li key={story.id}>
                <a href={urls.story(story.slug)}>{story.title}</a>
              </li>
            ))}
          </List>
        )}
      </div>
      {isOneself ? <p className={styles.quiet}>This is you.</p> : null}
      {isOneself ? null : (
        <div className={styles.actions}>
          <StaffNotesButton
            about={{ about_account: account.id }}
            name={username}
            isAdmin={user?.role === 'admin'}
          />
          {account.role !== 'user' && !account.is_spam ? null : (
            <SpamButton account={account} onDone={onDone} />
          )}
        </div>
      )}
    </li>
  );
}

function countsOf(account: NewAccount): string[] {
  const { story_count, listed_count, waiting_count, chapter_count, link_count, report_count } = account;
  if (story_count === 0) return ['no story', plural(account.vote_count, 'vote'), ...reportsOf(report_count)];
  const where = [`${listed_count} listed`, ...(waiting_count === 0 ? [] : [`${waiting_count} waiting`])];
  return [
    `${plural(story_count, 'story', 'stories')} (${where.join(', ')})`,
    plural(chapter_count, 'chapter'),
    ...(link_count === 0 ? [] : [`links in ${plural(link_count, 'chapter')}`]),
    plural(account.vote_count, 'vote'),
    ...reportsOf(report_count),
  ];
}

function reportsOf(count: number): string[] {
  return count === 0 ? [] : [plural(count, 'report')];
}
