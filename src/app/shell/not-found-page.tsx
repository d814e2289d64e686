import { ButtonLink } from '#ui/button.tsx';
import { urls } from '#urls.ts';
import { PlainPage } from './plain-page.tsx';

export type NotFoundPageProps = {
  /** What is not there: 'Story not found'. */
  message?: string | undefined;
};

export function NotFoundPage({ message }: NotFoundPageProps) {
  return (
    <PlainPage
      title={message ?? 'Page not found'}
      text="There is nothing at this address. The story may have moved, been renamed, or been withdrawn by its author."
      actions={
        <>
          <ButtonLink href={urls.home()} variant="primary">
            Browse stories
          </ButtonLink>
          <ButtonLink href={urls.tags()}>Look through the tags</ButtonLink>
        </>
      }
    />
  );
}
