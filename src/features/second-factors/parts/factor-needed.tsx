import { ButtonLink } from '#ui/button.tsx';
import { NarrowPage } from '#ui/narrow-page.tsx';
import { urls } from '#urls.ts';

/** In place of a staff page, as long as its calls are refused for want of a second factor. */
export function FactorNeeded() {
  return (
    <NarrowPage
      title="A second factor first"
      lead="Whoever moderates here logs in with a second factor, so that a stolen password cannot hide or change what others wrote. Yours is set up in two minutes."
    >
      <ButtonLink variant="primary" wide href={`${urls.profile('settings')}#second-factor`}>
        Set it up
      </ButtonLink>
    </NarrowPage>
  );
}
