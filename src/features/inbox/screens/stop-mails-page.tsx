import type { PageMeta } from '#base/page-meta.ts';
import { StopMails } from '#features/follows/parts/stop-mails.tsx';
import { callApi } from '#ui/api-client.ts';
import { urls } from '#urls.ts';
import { inboxMessages, stopInboxMails } from '../contract.ts';

const TITLE = 'Stop emails about your inbox';

export function meta(): PageMeta {
  return {
    title: TITLE,
    description: 'Stop emails about what is unread, without signing in.',
    canonical: urls.stopInboxMails(),
    isHidden: true,
  };
}

export function StopMailsPage() {
  return (
    <StopMails
      title={TITLE}
      lead="Stop the emails about what is unread?"
      stop={(token) => callApi(stopInboxMails, { token })}
      failureMessage={inboxMessages.stopFailed}
      stopped={{
        title: inboxMessages.mailsStopped,
        lead: 'Your inbox stays as it is.',
        href: urls.inbox(),
        label: 'Open Your Inbox',
      }}
    />
  );
}
