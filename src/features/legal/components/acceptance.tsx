import { countInbox } from '#features/inbox/contract.ts';
import { setInboxCount } from '#features/inbox/parts/inbox-count.ts';
import { callApi } from '#ui/api-client.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { formatDate } from '#ui/dates.ts';
import { LoadedPart } from '#ui/loaded-part.tsx';
import { Notice } from '#ui/notice.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { useToastedAction } from '#ui/use-toasted-action.ts';
import { urls } from '#urls.ts';
import { acceptTerms, type OwnTerms, readOwnTerms, termsMessages } from '../contract/terms.ts';

/** Tells a member which version of the terms they accepted, and takes their acceptance of the one on the page. */
export function Acceptance({ version }: { version: string }) {
  const loaded = useLoaded('terms', () => callApi(readOwnTerms, {}));
  const { isBusy, run } = useToastedAction(termsMessages.acceptFailed);

  async function accept() {
    const isDone = await run(async () => {
      await callApi(acceptTerms, { version });
      return termsMessages.accepted;
    });
    if (!isDone) return;
    loaded.reload();
    // The menu counts the question; a failure leaves the number until the next page.
    callApi(countInbox, {}).then(
      ({ unread }) => setInboxCount(unread, true),
      () => undefined,
    );
  }

  return (
    <LoadedPart loaded={loaded} label="Loading your acceptance" lines={3} failed={termsMessages.loadFailed}>
      {(own) => (
        <AcceptanceNotice own={own} version={version} isBusy={isBusy} onAccept={() => void accept()} />
      )}
    </LoadedPart>
  );
}

type NoticeProps = { own: OwnTerms; version: string; isBusy: boolean; onAccept: () => void };

function AcceptanceNotice({ own, version, isBusy, onAccept }: NoticeProps) {
  if (own.version !== version)
    return (
      <Notice
        kind="info"
        title="The terms have changed while this page was open"
        action={<ButtonLink href={urls.terms()}>Read the Terms in Force</ButtonLink>}
      />
    );
  if (own.accepted?.version === version && !own.is_asked)
    return (
      <Notice kind="info" title={`You accepted these terms on ${formatDate(own.accepted.accepted_at)}`} />
    );
  return (
    <Notice
      kind="info"
      title={own.is_asked ? 'Do you accept these terms?' : 'You may accept these terms'}
      action={
        <Button variant="primary" busy={isBusy} onClick={onAccept}>
          I Accept These Terms
        </Button>
      }
    >
      {lastAccepted(own)} If you do not agree, you can export your work and delete your account in{' '}
      <a href={urls.profile('settings')}>your settings</a>.
    </Notice>
  );
}

function lastAccepted({ accepted, version }: OwnTerms) {
  if (accepted === null) return 'Nothing is recorded about an earlier acceptance of yours.';
  if (accepted.version === version)
    return `You accepted them on ${formatDate(accepted.accepted_at)}; the site asks you again.`;
  return (
    <>
      You accepted <a href={urls.termsVersions(accepted.version)}>an earlier version</a> on{' '}
      {formatDate(accepted.accepted_at)}.
    </>
  );
}
