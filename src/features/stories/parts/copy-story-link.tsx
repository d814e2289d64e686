import { reportShare } from '#features/reactions/parts/report-share.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { addressOf } from '../components/story-address.ts';

export type CopyStoryLinkProps = {
  storyId: number;
  /** The page's canonical path: of the story, or of one of its chapters. */
  path: string;
  variant?: 'button' | 'icon';
};

/** Copies the page's canonical address, without the visitor's query, and counts a share. */
export function CopyStoryLink({ storyId, path, variant }: CopyStoryLinkProps) {
  return (
    <span className="needs-script no-print">
      <CopyButton
        path={path}
        text={() => addressOf(path)}
        variant={variant}
        onCopied={() => reportShare(storyId, 'copy')}
      />
    </span>
  );
}
