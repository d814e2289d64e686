import { useSyncExternalStore } from 'react';
import { reportShare } from '#features/reactions/parts/report-share.ts';
import { Menu } from '#ui/menu.tsx';
import type { MenuItem } from '#ui/opened-menu.tsx';
import { FacebookIcon, MailIcon, ShareIcon, TwitterIcon } from '#ui/share-icons.tsx';
import { withQuery } from '#urls.ts';
import type { Story } from '../contract/stories.ts';
import { addressOf } from './story-address.ts';

export type ShareStoryProps = { story: Pick<Story, 'id' | 'title' | 'author_display_name'>; path: string };

const neverChanges = () => () => {};

/**
 * The ways to share a story: the system's share dialog, if any, and plain links. Nothing is loaded from other sites, so
 * they learn of the story only when the reader follows a link.
 */
export function ShareStory({ story, path }: ShareStoryProps) {
  const address = useSyncExternalStore(
    neverChanges,
    () => addressOf(path),
    () => path,
  );
  const hasShareDialog = useSyncExternalStore(
    neverChanges,
    () => typeof navigator.share === 'function',
    () => false,
  );
  const shareText = `“${story.title}” by ${story.author_display_name}`;

  const shareDialogItem: MenuItem = {
    label: 'Share …',
    icon: <ShareIcon />,
    onSelect: () => {
      // The system does not reveal the chosen target, so the share counts as a copied link.
      navigator.share({ title: story.title, text: shareText, url: address }).then(
        () => reportShare(story.id, 'copy'),
        () => undefined,
      );
    },
  };
  const links: MenuItem[] = [
    {
      label: 'Twitter',
      icon: <TwitterIcon />,
      href: withQuery('https://twitter.com/intent/tweet', { text: shareText, url: address }),
      opensTab: true,
      onSelect: () => reportShare(story.id, 'twitter'),
    },
    {
      label: 'Facebook',
      icon: <FacebookIcon />,
      href: withQuery('https://www.facebook.com/sharer/sharer.php', { u: address }),
      opensTab: true,
      onSelect: () => reportShare(story.id, 'facebook'),
    },
    {
      label: 'Email',
      icon: <MailIcon />,
      // Mail programs show a plus sign literally, so spaces are encoded as %20.
      href: `mailto:?subject=${encodeURIComponent(shareText)}&body=${encodeURIComponent(address)}`,
      onSelect: () => reportShare(story.id, 'email'),
    },
  ];
  return (
    <span className="needs-script no-print">
      <Menu label="Share" icon={<ShareIcon />} items={hasShareDialog ? [shareDialogItem, ...links] : links} />
    </span>
  );
}
