import { useEffect } from 'react';
import { useMatches } from 'react-router';
import { NEUTRAL_TITLE } from '#base/discreet.ts';
import { documentTitle, type PageMeta } from '#base/page-meta.ts';
import { useRootDataInEffects } from '#ui/use-root-data.ts';
import { ignoreMissingCode } from './missing-code.ts';
import { metaOf } from './page-handle.ts';

/**
 * Updates the document's head when a visitor navigates within the site. The HTML of the first page already has it from the
 * server.
 */
export function DocumentHead() {
  const matches = useMatches();
  const last = matches.at(-1);
  useDocumentMeta(metaOf(last?.handle, last?.loaderData));
  return null;
}

/** Whether the head is still the one that the server sent. */
let isSent = true;

/** Puts a page's meta into the document; does nothing while there is none. */
export function useDocumentMeta(meta: PageMeta | undefined): void {
  // A render that takes the server's page over would not know the mode, and the tab would show the page's title until the next.
  const isDiscreet = useRootDataInEffects('discreet') !== undefined;
  useEffect(() => {
    if (meta === undefined) return;
    const title = isDiscreet ? NEUTRAL_TITLE : documentTitle(meta);
    const isRight = isSent && document.title === title;
    isSent = false;
    document.title = title;
    if (isRight) return;
    // Readers see the title alone, so the code for the rest is loaded once a page has taken the place of the first.
    void import('./update-head.ts').then(
      ({ updateHead }) => updateHead(isDiscreet ? undefined : meta),
      ignoreMissingCode,
    );
  }, [meta, isDiscreet]);
}
