import { useLocation, useNavigate } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { pageNumberOf } from '#base/page-number.ts';
import { staffUrls } from '#staff-urls.ts';
import { callApi } from '#ui/api-client.ts';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { LogEntryList } from '../../components/log-entry-list.tsx';
import { readLog } from '../../contract/log.ts';
import { LOGGED_ACTIONS, loggedActionLabels, moderationMessages } from '../../contract/moderation.ts';
import { ModerationFrame } from '../../parts/moderation-frame.tsx';
import styles from './log-page.module.css';

export function meta(): PageMeta {
  return {
    title: 'Moderation log',
    description: 'What moderators, admins and the operator have done, latest first.',
    isHidden: true,
  };
}

export function LogPage() {
  const navigate = useNavigate();
  const query = new URLSearchParams(useLocation().search);
  const action = LOGGED_ACTIONS.find((one) => one === query.get('action'));
  const page = pageNumberOf(query);
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
          void navigate(staffUrls.log(event.currentTarget.value), { state: { keepScrollPosition: true } })
        }
        options={[
          { value: '', label: 'Everything' },
          ...LOGGED_ACTIONS.map((each) => ({ value: each, label: loggedActionLabels[each] })),
        ]}
      />
      <LoadedPart
        loaded={loaded}
        label="Loading the log"
        failed={moderationMessages.loadFailed}
        waiting={
          <>
            <SkeletonText lines={2} />
            <SkeletonText lines={2} />
            <SkeletonText lines={2} />
          </>
        }
        waitingClass={styles.waiting}
        empty={({ entries }) => (entries.length === 0 ? 'Nothing has been done yet.' : undefined)}
      >
        {({ entries, pagination }) => (
          <>
            <LogEntryList entries={entries} label="Log" />
            <Pagination
              {...pagination}
              hrefFor={(each) => staffUrls.log(action, each)}
              label="Pages of the log"
            />
          </>
        )}
      </LoadedPart>
    </ModerationFrame>
  );
}
