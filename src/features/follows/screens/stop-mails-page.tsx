import type { PageMeta } from '#base/page-meta.ts';
import { callApi } from '#ui/api-client.ts';
import { urls } from '#urls.ts';
import { followMessages, stopFollowMails } from '../contract/follows.ts';
import { StopMails } from '../parts/stop-mails.tsx';

const TITLE = 'Stop these emails';

export function meta(): PageMeta {
  return {
    title: TITLE,
    description: 'Stop emails about what is new, without signing in.',
    canonical: urls.stopFollowMails(),
    isHidden: true,
  };
}

export function StopMailsPage() {
  return (
    <StopMails
      title={TITLE}
      lead="Stop the emails about what is new?"
      stop={(token) => callApi(stopFollowMails, { token })}
      failureMessage={followMessages.stopFailed}
      stopped={{
        title: followMessages.mailsStopped,
        lead: 'You still follow what you followed.',
        href: urls.follows(),
        label: 'Choose your emails',
      }}
    />
  );
}
