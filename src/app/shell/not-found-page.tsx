import { useEffect } from 'react';
import { matchPath, useLocation } from 'react-router';
import { ButtonLink } from '#ui/button.tsx';
import { paths, urls } from '#urls.ts';
import { PlainPage } from './plain-page.tsx';

export type NotFoundPageProps = {
  /** The title, such as 'Story not found'. */
  message?: string | undefined;
  /** Where it may be, or what to do. */
  reason?: string | undefined;
};

export function NotFoundPage({ message, reason }: NotFoundPageProps) {
  const { pathname } = useLocation();
  // A saved reading position of a story that is gone is not offered again.
  useEffect(() => {
    const slug = matchPath(`${paths.story}/*`, pathname)?.params.slug;
    if (slug === undefined) return;
    import('#features/chapters/parts/reading/saved-positions.ts').then(
      ({ forgetPositionAt }) => forgetPositionAt(slug),
      () => undefined,
    );
  }, [pathname]);
  return (
    <PlainPage
      title={message ?? 'Page not found'}
      text={`There is nothing at this address. ${reason ?? 'Please check its spelling.'}`}
      actions={
        <>
          <ButtonLink href={urls.home()} variant="primary">
            Browse stories
          </ButtonLink>
          <ButtonLink href={urls.tags()}>Browse the tags</ButtonLink>
        </>
      }
    />
  );
}
