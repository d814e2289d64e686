import { countShare } from '#features/tracking/contract.ts';
import { callApi } from '#ui/api-client.ts';
import { CopyButton } from '#ui/copy-button.tsx';

export type CopyStoryLinkProps = {
  storyId: number;
  /** The page's own path: of the story, or of one of its chapters. */
  path: string;
  look?: 'button' | 'icon';
};

/** Copies the page's one address, whatever query the visitor came with, and counts that the story was shared. */
export function CopyStoryLink({ storyId, path, look }: CopyStoryLinkProps) {
  function count() {
    // Counting is the site's affair: whether it works is nothing to the reader.
    callApi(countShare, { id: String(storyId), shared_platform: 'copy' }).catch(() => undefined);
  }
  return (
    <span className="needs-script no-print">
      <CopyButton text={() => addressOf(path)} look={look} onCopied={count} />
    </span>
  );
}

/** The canonical link names the site as its operator does, which may not be how the visitor reached it. */
function addressOf(path: string): string {
  const canonical = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')?.href;
  return new URL(path, canonical ?? location.href).href;
}
