import { useLocation, useNavigate } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { staffUrls } from '#staff-urls.ts';
import { callApi } from '#ui/api-client.ts';
import { Notice } from '#ui/notice.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Skeleton, SkeletonText } from '#ui/skeleton.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { EntryList } from '../../components/entry-list.tsx';
import { readLog } from '../../contract/log.ts';
import { LOGGED_ACTIONS, loggedActionLabels, moderationMessages } from '../../contract/moderation.ts';
import { FailedNotice } from '../../parts/failed-notice.tsx';
import { ModerationFrame } from '../../parts/moderation-frame.tsx';
import styles from './log-page.module.css';

export function meta(): PageMeta {
  return {
    title: 'Log of moderation',
    description: 'What moderators, admins and the operator have done, latest first.',
    isHidden: true,
  };
}

export function LogPage() {
  const navigate = useNavigate();
  const query = new URLSearchParams(useLocation().search);
  const action = LOGGED_ACTIONS.find((one) => one === query.get('action'));
  const page = Math.max(1, Math.floor(Number(query.get('page'))) || 1);
  const loaded = useLoaded(`${action} ${page}`, () => callApi(readLog, { action, page }));
  return (
    <ModerationFrame
      title="Log"
      lead="What moderators, admins and the operator have done. Entries are only ever added; nobody can change or remove one."
    >
      <SelectField
        name="action"
        label="Show"
        className={styles.filter}
        value={action ?? ''}
        onChange={(event) =>
          void navigate(staffUrls.log(event.currentTarget.value), { state: { keepPlace: true } })
        }
        options={[
          { value: '', label: 'Everything' },
          ...LOGGED_ACTIONS.map((each) => ({ value: each, label: loggedActionLabels[each] })),
        ]}
      />
      {loaded.status === 'loading' ? (
        <Skeleton label="Loading the log" className={styles.waiting}>
          <SkeletonText lines={2} />
          <SkeletonText lines={2} />
          <SkeletonText lines={2} />
        </Skeleton>
      ) : null}
      {loaded.status === 'failed' ? (
        <FailedNotice error={loaded.error} otherwise={moderationMessages.loadFailed} onRetry={loaded.again} />
      ) : null}
      {loaded.status === 'ready' && loaded.data.entries.length === 0 ? (
        <Notice kind="empty" title="Nothing was done yet." />
      ) : null}
      {loaded.status === 'ready' && loaded.data.entries.length > 0 ? (
        <>
          <EntryList entries={loaded.data.entries} label="Log" />
          <Pagination
            {...loaded.data.pagination}
            hrefFor={(each) => staffUrls.log(action, each)}
            label="Pages of the log"
          />
        </>
      ) : null}
    </ModerationFrame>
  );
}
