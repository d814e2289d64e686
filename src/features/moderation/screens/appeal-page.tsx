import { useLocation } from 'react-router';
import type { DataOf } from '#base/contract.ts';
import type { PageMeta } from '#base/page-meta.ts';
import { pageNumberOf } from '#base/page-number.ts';
import { plural } from '#base/text.ts';
import { SignedInOnly } from '#features/accounts/parts/signed-in-only.tsx';
import { callApi } from '#ui/api-client.ts';
import { ButtonLink } from '#ui/button.tsx';
import { classNames } from '#ui/class-names.ts';
import { formatDate } from '#ui/dates.ts';
import { FailedNotice } from '#ui/failed-notice.tsx';
import { Notice } from '#ui/notice.tsx';
import { Pagination } from '#ui/pagination.tsx';
import { Skeleton, SkeletonText } from '#ui/skeleton.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { urls, withQuery } from '#urls.ts';
import { OwnDecisionView } from '../components/own-decision.tsx';
import { useDecisionLink } from '../components/use-decision-link.ts';
import {
  appealByLink,
  appealMessages,
  counterNoticeByLink,
  listOwnDecisions,
  readByLink,
  sendAppeal,
  sendCounterNotice,
} from '../contract/appeals.ts';
import styles from './appeal-page.module.css';

const TITLE = 'Decisions';

export function meta(): PageMeta {
  return {
    title: TITLE,
    description:
      'What moderators have decided about your account, your stories and your reading lists, and how to appeal.',
    canonical: urls.appeal(),
    isHidden: true,
  };
}

/** Shows one decision by the link from its mail, or all of one's own. The page itself is the same for everyone. */
export function AppealPage() {
  const token = useDecisionLink();
  return (
    <div className={classNames('page-width', styles.page)}>
      <header className={styles.header}>
        <h1 className={styles.title}>{TITLE}</h1>
        <p className={styles.lead}>
          What moderators have decided about your account, your stories and your reading lists. The{' '}
          <a href={`${urls.guidelines()}#appeals`}>guidelines</a> explain how appeals work.
        </p>
      </header>
      {token === undefined ? <Waiting /> : null}
      {token ? <ByLink token={token} /> : null}
      {token === '' ? (
        <SignedInOnly reason="decisions" skeleton={<Waiting />}>
          {() => <OwnDecisions />}
        </SignedInOnly>
      ) : null}
    </div>
  );
}

function ByLink({ token }: { token: string }) {
  const loaded = useLoaded(token, () => callApi(readByLink, { token }));
  if (loaded.status === 'loading') return <Waiting />;
  if (loaded.status === 'failed') {
    return (
      <FailedNotice error={loaded.error} otherwise={appealMessages.loadFailed} onRetry={loaded.reload} />
    );
  }
  return (
    <OwnDecisionView
      decision={loaded.data}
      appeal={(words) => callApi(appealByLink, { token, words })}
      counter={(notice) => callApi(counterNoticeByLink, { token, ...notice })}
    />
  );
}

function OwnDecisions() {
  const query = new URLSearchParams(useLocation().search);
  const page = pageNumberOf(query);
  const requestedId = Number(query.get('decision')) || undefined;
  const loaded = useLoaded(String(page), () => callApi(listOwnDecisions, { page }));
  if (loaded.status === 'loading') return <Waiting />;
  if (loaded.status === 'failed') {
    return (
      <FailedNotice error={loaded.error} otherwise={appealMessages.loadFailed} onRetry={loaded.reload} />
    );
  }
  const { decisions, standing, pagination } = loaded.data;
  if (decisions.length === 0 && standing.unfounded_notices === 0) {
    return (
      <Notice
        kind="empty"
        title="No decision has ever been made about you or your stories."
        action={<ButtonLink href={urls.profile()}>Back to your profile</ButtonLink>}
      />
    );
  }
  // The requested decision comes first; it is hardly ever on another page.
  const first = decisions.filter((decision) => decision.id === requestedId);
  const others = decisions.filter((decision) => decision.id !== requestedId);
  return (
    <>
      <Standing standing={standing} />
      {[...first, ...others].map((decision) => (
        <OwnDecisionView
          key={decision.id}
          decision={decision}
          appeal={(words) => callApi(sendAppeal, { id: decision.id, words })}
          counter={(notice) => callApi(sendCounterNotice, { id: decision.id, ...notice })}
        />
      ))}
      <Pagination
        {...pagination}
        hrefFor={(each) => withQuery(urls.appeal(), { page: each === 1 ? undefined : each })}
        label="Pages of decisions"
      />
    </>
  );
}

/** The strikes of the account and its unfounded reports, if there are any. */
function Standing({ standing }: { standing: DataOf<typeof listOwnDecisions>['standing'] }) {
  const { strikes, strikes_until_review, unfounded_notices } = standing;
  const last = strikes.at(-1);
  if (last === undefined && unfounded_notices === 0) return null;
  const title = [
    ...(last === undefined ? [] : [plural(strikes.length, 'strike')]),
    ...(unfounded_notices === 0 ? [] : [plural(unfounded_notices, 'unfounded report')]),
  ].join(', ');
  return (
    <Notice kind="info" live={false} title={title}>
      {last === undefined
        ? ''
        : `Each decision about something you have published counts for a year, the latest until ${formatDate(last.expires_at)}; one that is taken back after an appeal or a counter-notice does not. `}
      From {strikes_until_review} on a person decides about the account. Nothing happens by itself.
    </Notice>
  );
}

function Waiting() {
  return (
    <>
      <div className="needs-script">
        <Skeleton label="Loading the decisions" className={styles.waiting}>
          <SkeletonText lines={1} size="title" />
          <SkeletonText lines={4} />
        </Skeleton>
      </div>
      <p className="without-script">
        This page needs JavaScript. Please allow it for this site and open the link again.
      </p>
    </>
  );
}
