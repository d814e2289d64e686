import { Button, ButtonLink } from '#ui/button.tsx';
import { urls } from '#urls.ts';
import { PlainPage, Reference } from './plain-page.tsx';

export type ErrorPageProps = {
  /** What could not be had: 'Failed to load stories'. */
  message?: string | undefined;
  /** Quoted by the visitor, found in the log. */
  requestId?: string;
  /** What 'Try again' does; without it the page is loaded again. */
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
