import { useEffect, useState } from 'react';
import type { DataOf } from '#base/contract.ts';
import { isApiError } from '#base/failure.ts';
import type { PageMeta } from '#base/page-meta.ts';
import { siteName } from '#base/site-name.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { failureText } from '#ui/failure-text.ts';
import { NarrowPage } from '#ui/narrow-page.tsx';
import { Notice } from '#ui/notice.tsx';
import { useSecretQuery } from '#ui/secret-query.ts';
import { Skeleton, SkeletonText } from '#ui/skeleton.tsx';
import { urls } from '#urls.ts';
import styles from '../components/newsletter-page.module.css';
import {
  PreferencesByAddress,
  PreferencesByLink,
  UnsubscribeForm,
} from '../components/preferences-forms.tsx';
import { newsletterMessages, readPreferences } from '../contract/newsletter.ts';
import { Unsubscribed } from './unsubscribe-page.tsx';

const TITLE = 'Your newsletter';

export function meta(): PageMeta {
  return {
    title: TITLE,
    description: `Choose what is in the weekly letter from ${siteName()} to an address.`,
    canonical: urls.newsletterPreferences(),
    isHidden: true,
  };
}

const QUERY_NAMES = ['token'];

export function PreferencesPage() {
  const [link] = useSecretQuery(QUERY_NAMES);
  const [isUnsubscribed, setUnsubscribed] = useState(false);
  if (isUnsubscribed) return <Unsubscribed />;
  return (
    <NarrowPage size="letter" title={TITLE} lead="We write on Fridays. You choose what is in the letter.">
      {link === undefined ? <PreferencesSkeleton /> : null}
      {link?.token ? (
        <PreferencesOfLink token={link.token} onUnsubscribed={() => setUnsubscribed(true)} />
      ) : null}
      {link !== undefined && !link.token ? <PreferencesByAddress /> : null}
    </NarrowPage>
  );
}

type LinkPreferences = DataOf<typeof readPreferences>;

function PreferencesOfLink({ token, onUnsubscribed }: { token: string; onUnsubscribed: () => void }) {
  const { loaded, problem, retry } = useLinkPreferences(token);
  if (problem?.isFinal) {
    return (
      <>
        <Notice kind="error" title={problem.text} />
        <PreferencesByAddress />
      </>
    );
  }
  if (problem !== undefined)
    return <Notice kind="error" title={problem.text} action={<Button onClick={retry}>Try again</Button>} />;
  if (loaded === undefined) return <PreferencesSkeleton />;
  return (
    <>
      {loaded.asked ? (
        <Notice kind="info" title="This is what you asked for">
          Changes apply at once.
        </Notice>
      ) : null}
      <PreferencesByLink token={token} preferences={loaded.preferences} />
      <UnsubscribeForm token={token} onUnsubscribed={onUnsubscribed} />
    </>
  );
}

interface Problem {
  text: string;
  /** Whether retrying is pointless. */
  isFinal: boolean;
}

/** Fetches the preferences by script: the page itself is the same for everyone. */
function useLinkPreferences(token: string) {
  const [attempts, setAttempts] = useState(0);
  const [loaded, setLoaded] = useState<LinkPreferences>();
  const [problem, setProblem] = useState<Problem>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further try is the same question once more
  useEffect(() => {
    let isCurrent = true;
    callApi(readPreferences, { token }).then(
      (answer) => isCurrent && setLoaded(answer),
      (error: unknown) => {
        if (!isCurrent) return;
        const text = failureText(error, newsletterMessages.readFailed);
        setProblem({ text, isFinal: isApiError(error) && error.code === 'gone' });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [token, attempts]);
  const retry = () => {
    setProblem(undefined);
    setAttempts(attempts + 1);
  };
  return { loaded, problem, retry };
}

function PreferencesSkeleton() {
  return (
    <>
      <div className="needs-script">
        <Skeleton label="Loading preferences" className={styles.waiting}>
          <SkeletonText lines={1} />
          <SkeletonText lines={2} />
          <SkeletonText lines={2} />
          <SkeletonText lines={2} />
        </Skeleton>
      </div>
      <p className="without-script">
        This page needs JavaScript. Please allow it for this site and open the link again. The link to
        unsubscribe, at the foot of each letter, works without it.
      </p>
    </>
  );
}
