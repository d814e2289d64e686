import { useLocation } from 'react-router';
import type { PageMeta } from '#base/page-meta.ts';
import { pageNumberOf } from '#base/page-number.ts';
import { staffUrls } from '#staff-urls.ts';
import { callApi } from '#ui/api-client.ts';
import { LinkTabs } from '#ui/link-tabs.tsx';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { BulkTools } from '../../components/bulk-tools.tsx';
import { CaseList, type CaseListProps } from '../../components/case-list.tsx';
import { caseTitle } from '../../components/case-title.ts';
import { CaseView } from '../../components/case-view.tsx';
import { RecentBulk, useRecentBulk } from '../../components/recent-bulk.tsx';
import { useSelection } from '../../components/use-selection.ts';
import { recountWaitingWork } from '../../components/waiting-work.ts';
import { listCases } from '../../contract/cases.ts';
import { moderationMessages } from '../../contract/moderation.ts';
import { ModerationFrame } from '../../parts/moderation-frame.tsx';
import styles from './queue-page.module.css';

export function meta(): PageMeta {
  return {
    title: 'Moderation',
    description: 'What is waiting for a moderator, most serious and oldest first.',
    isHidden: true,
  };
}

export function QueuePage() {
  const query = new URLSearchParams(useLocation().search);
  const state = query.get('state') === 'closed' ? 'closed' : 'open';
  const page = pageNumberOf(query);
  const caseId = Math.floor(Number(query.get('case'))) || undefined;
  const loaded = useLoaded(`${state} ${page}`, () => callApi(listCases, { state, page }));
  const recent = useRecentBulk();
  function reload() {
    loaded.reload();
    recountWaitingWork();
  }

  return (
    <ModerationFrame title="Moderation">
      <div className={styles.columns} data-open={caseId === undefined ? undefined : ''}>
        <div className={styles.list}>
          <div data-keeps-place="">
            <LinkTabs
              label="Cases"
              tabs={(['open', 'closed'] as const).map((each) => ({
                href: staffUrls.queue({ state: each }),
                label: each === 'open' ? 'Open' : 'Closed',
                current: each === state,
              }))}
            />
          </div>
          <RecentBulk recent={recent} actions={['dismiss']} onUndone={reload} />
          <LoadedPart
            loaded={loaded}
            label="Loading the cases"
            failed={moderationMessages.loadFailed}
            waiting={
              <>
                <SkeletonText lines={2} />
                <SkeletonText lines={2} />
                <SkeletonText lines={2} />
              </>
            }
            waitingClass={styles.waiting}
            empty={({ cases }) =>
              cases.length === 0
                ? state === 'open'
                  ? 'Nothing is waiting.'
                  : 'No case has been closed yet.'
                : undefined
            }
          >
            {({ cases, pagination }) => (
              <>
                <Cases
                  cases={cases}
                  selected={caseId}
                  isOpen={state === 'open'}
                  hrefOf={(id) => staffUrls.queue({ state, page, case: id })}
                  onDone={() => {
                    reload();
                    recent.reload();
                  }}
                />
                <Pagination
                  {...pagination}
                  hrefFor={(each) => staffUrls.queue({ state, page: each })}
                  label="Pages of cases"
                />
              </>
            )}
          </LoadedPart>
        </div>
        <div className={styles.detail}>
          {caseId === undefined ? (
            <p className={styles.none}>Choose a case from the list.</p>
          ) : (
            <CaseView
              key={caseId}
              caseId={caseId}
              backHref={staffUrls.queue({ state, page })}
              onDecided={reload}
            />
          )}
        </div>
      </div>
    </ModerationFrame>
  );
}

type CasesProps = Omit<CaseListProps, 'selection'> & { isOpen: boolean; onDone: () => void };

/** Appeals and legal requests are answered one by one. */
const canBeDismissed = ({ report_count, appeal_count, takedown_count }: CaseListProps['cases'][number]) =>
  report_count > 0 || (appeal_count === 0 && takedown_count === 0);

function Cases({ isOpen, onDone, ...list }: CasesProps) {
  const dismissible = list.cases.filter(canBeDismissed);
  const selection = useSelection(dismissible.map(({ id }) => id));
  if (!isOpen) return <CaseList {...list} selection={undefined} />;
  return (
    <>
      <BulkTools
        rows={dismissible.map((one) => ({ id: one.id, label: caseTitle(one), revision: one.revision }))}
        selection={selection}
        actions={['dismiss']}
        onDone={onDone}
      />
      <CaseList {...list} selection={selection} />
    </>
  );
}
