import { countShare } from '#features/tracking/contract.ts';
import { callApi } from '#ui/api-client.ts';
import { CopyButton } from '#ui/copy-button.tsx';

/** The page's one address, which the document's head keeps, rather than what stands in the address bar. */
function canonicalAddress(): string {
  return document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href ?? location.href;
}

/** Copies the address of the page, of a story or of one of its chapters, and counts that the story was shared. */
export function CopyStoryLink({ storyId, look }: { storyId: number; look?: 'button' | 'icon' }) {
  function count() {
    // Counting is the site's affair: whether it works is nothing to the reader.
    callApi(countShare, { id: String(storyId), shared_platform: 'copy' }).catch(() => undefined);
  }
  return (
    <span className="needs-script no-print">
      <CopyButton text={canonicalAddress} look={look} onCopied={count} />
    </span>
  );
}
