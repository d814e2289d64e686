import { tellShare } from '#features/reactions/parts/tell-share.ts';
import { CopyButton } from '#ui/copy-button.tsx';
import { addressOf } from '../components/story-address.ts';

export type CopyStoryLinkProps = {
  storyId: number;
  /** The page's own path: of the story, or of one of its chapters. */
  path: string;
  look?: 'button' | 'icon';
};

/** Copies the page's one address, whatever query the visitor came with, and counts that the story was shared. */
export function CopyStoryLink({ storyId, path, look }: CopyStoryLinkProps) {
  return (
    <span className="needs-script no-print">
      <CopyButton
        path={path}
        text={() => addressOf(path)}
        look={look}
        onCopied={() => tellShare(storyId, 'copy')}
      />
    </span>
  );
}
