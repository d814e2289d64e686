import { useEffect, useRef } from 'react';
import { CorrectionCounts } from '#features/corrections/parts/correction-counts.tsx';
import { callApi } from '#ui/api-client.ts';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { SecretAddresses } from '#ui/secret-addresses.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { createSecretLink, getSecretLink, revokeSecretLink, secretLinkMessages } from '../contract.ts';
import styles from './beta-readers.module.css';

/** For a story's author: the secret link, which is created, copied, renewed and revoked here, and what came by it. */
export function BetaReaders({ story }: { story: { id: number; slug: string } }) {
  const id = String(story.id);
  const loaded = useLoaded(id, async () => (await callApi(getSecretLink, { id })).url);
  const heading = useRef<HTMLHeadingElement>(null);
  // The section comes after the page, too late for the browser to follow the address to it.
  useEffect(() => {
    if (window.location.hash === `#${heading.current?.id}`) heading.current?.scrollIntoView();
  }, []);
  return (
    <section className={styles.section} aria-labelledby="beta-readers">
      <h2 id="beta-readers" ref={heading}>
        Beta readers
      </h2>
      <p>
        Whoever has the secret link of this story reads all of it, drafts included, without an account, and
        can suggest corrections. You find them beside the text of each chapter. Nobody else sees them, and
        reading by the link is not counted.
      </p>
      <LoadedPart
        loaded={loaded}
        label="Looking for the link"
        lines={2}
        failed={secretLinkMessages.linkLoadFailed}
      >
        {(url) => (
          <SecretAddresses
            initial={url === null ? [] : [{ url }]}
            create={async () => [{ url: (await callApi(createSecretLink, { id })).url }]}
            remove={() => callApi(revokeSecretLink, { id })}
            createLabel="Create a secret link"
            removeLabel="Revoke"
            renewQuestion={{
              title: 'Renew the secret link?',
              text: 'You get a new link, and the old one stops working at once. Corrections that were sent stay.',
            }}
            removeQuestion={{
              title: 'Revoke the secret link?',
              text: 'It stops working at once, for everybody who has it. Corrections that were sent stay.',
            }}
            messages={secretLinkMessages}
          />
        )}
      </LoadedPart>
      <CorrectionCounts story={story} />
    </section>
  );
}
