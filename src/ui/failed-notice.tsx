import { serverReason } from '#base/failure.ts';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

/** A notice in place of content that failed to load; it shows the site's message when there is one. */
export function FailedNotice(props: { error: unknown; otherwise: string; onRetry: () => void }) {
  const { error, otherwise, onRetry } = props;
  return (
    <Notice
      kind="error"
      title={serverReason(error) ?? otherwise}
      action={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}
