import { Button, ButtonLink } from '#ui/button.tsx';
import { urls } from '#urls.ts';
import { PlainPage, Reference } from './plain-page.tsx';

export type ErrorPageProps = {
  /** The title, such as 'Failed to load stories'. */
  message?: string | undefined;
  /** An id that the visitor can quote and that the log contains. */
  requestId?: string;
  /** The action of 'Try again'; without it the page is reloaded. */
  onRetry?: () => void;
};

export function ErrorPage({ message, requestId, onRetry }: ErrorPageProps) {
  return (
    <PlainPage
      title={message ?? 'Something went wrong'}
      text="This page could not be shown. It is our fault, not yours, and nothing you wrote here is lost."
      actions={
        <>
          <span className="needs-script">
            <Button variant="primary" onClick={onRetry ?? (() => window.location.reload())}>
              Try again
            </Button>
          </span>
          <ButtonLink href={urls.home()}>Back to the stories</ButtonLink>
        </>
      }
      small={
        requestId === undefined ? undefined : (
          <>
            If it keeps happening, tell us this reference: <Reference id={requestId} />
          </>
        )
      }
    />
  );
}
