import { useEffect, useState } from 'react';
import type { DataOf } from '#base/contract.ts';
import { isApiError } from '#base/failure.ts';
import type { PageMeta } from '#base/page-meta.ts';
import { callApi } from '#ui/api-client.ts';
import { Button } from '#ui/button.tsx';
import { NarrowPage } from '#ui/narrow-page.tsx';
import { Notice } from '#ui/notice.tsx';
import { useSecretQuery } from '#ui/secret-query.ts';
import { Skeleton, SkeletonText } from '#ui/skeleton.tsx';
import { urls } from '#urls.ts';
import styles from '../components/newsletter-page.module.css';
import {
  LeaveAltogether,
  PreferencesByAddress,
  PreferencesByLink,
} from '../components/preferences-forms.tsx';
import { newsletterMessages, readPreferences } from '../contract/newsletter.ts';
import { HasLeft } from './unsubscribe-page.tsx';

const TITLE = 'Your newsletter';

export function meta(): PageMeta {
  return {
    title: TITLE,
    description: 'Choose what is in the weekly letter from Nightstand to an address.',
    canonical: urls.newsletterPreferences(),
    isHidden: true,
  };
}

const TAKEN = ['token'];

export function PreferencesPage() {
  const [link] = useSecretQuery(TAKEN);
  const [hasLeft, setLeft] = useState(false);
  if (hasLeft) return <HasLeft />;
  return (
    <NarrowPage size="letter" title={TITLE} lead="We write on Fridays. What would you like in it?">
      {link === undefined ? <Waiting /> : null}
      {link?.token ? <OfLink token={link.token} onLeft={() => setLeft(true)} /> : null}
      {link !== undefined && !link.token ? <PreferencesByAddress /> : null}
    </NarrowPage>
  );
}

type Held = DataOf<typeof readPreferences>;

function OfLink({ token, onLeft }: { token: string; onLeft: () => void }) {
  const { held, problem, retry } = useHeldPreferences(token);
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
  if (held === undefined) return <Waiting />;
  return (
    <>
      {held.asked ? (
        <Notice kind="info" title="This is what you asked for">
          Changes apply at once.
        </Notice>
      ) : null}
      <PreferencesByLink token={token} preferences={held.preferences} />
      <LeaveAltogether token={token} onLeft={onLeft} />
    </>
  );
}

interface Problem {
  text: string;
  /** Whether retrying is pointless. */
  isFinal: boolean;
}

/** Fetches the preferences by script: the page itself is the same for everyone. */
function useHeldPreferences(token: string) {
  const [tries, setTries] = useState(0);
  const [held, setHeld] = useState<Held>();
  const [problem, setProblem] = useState<Problem>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a further try is the same question once more
  useEffect(() => {
    let isCurrent = true;
    callApi(readPreferences, { token }).then(
      (answer) => isCurrent && setHeld(answer),
      (error: unknown) => {
        if (!isCurrent) return;
        const text = isApiError(error) ? error.message : newsletterMessages.readFailed;
        setProblem({ text, isFinal: isApiError(error) && error.code === 'gone' });
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [token, tries]);
  const retry = () => {
    setProblem(undefined);
    setTries(tries + 1);
  };
  return { held, problem, retry };
}

function Waiting() {
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
