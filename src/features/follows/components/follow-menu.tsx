import type { ReactNode } from 'react';
import { CheckIcon, CloseIcon } from '#ui/icons.tsx';
import { OpenedMenu } from '#ui/opened-menu.tsx';
import type { Follow } from '../contract/follows.ts';
import type { FollowedThing } from '../parts/follow-thing.ts';
import styles from './follow-menu.module.css';
import { MAIL_CHOICES, mailLabels } from './mail-labels.ts';
import { useFollowChanges } from './use-follow-changes.ts';

export type FollowMenuProps = {
  thing: FollowedThing;
  follow: Follow;
  name: string;
  className: string | undefined;
  byKeyboard: boolean;
  onChanged: (follow: Follow | null) => void;
  children: ReactNode;
};

/** How often news is mailed, and the way to unfollow. */
export function FollowMenu({ thing, follow, name, onChanged, children, ...menu }: FollowMenuProps) {
  const { setMail, end } = useFollowChanges(onChanged);
  return (
    <OpenedMenu
      {...menu}
      {...(menu.className === undefined ? {} : { className: menu.className })}
      label={name}
      align="start"
      items={[
        ...MAIL_CHOICES.map((mail) => ({
          label: mail === follow.mail ? `${mailLabels[mail]} (chosen)` : mailLabels[mail],
          icon: mail === follow.mail ? <CheckIcon size={18} /> : <span className={styles.gap} />,
          onSelect: () => void setMail(thing, mail),
        })),
        { label: 'Unfollow', icon: <CloseIcon size={18} />, onSelect: () => void end(thing, follow) },
      ]}
    >
      {children}
    </OpenedMenu>
  );
}
