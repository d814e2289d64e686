import { type ComponentType, type KeyboardEvent, type MouseEvent, type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { MoreIcon } from './icons.tsx';
import styles from './menu.module.css';
import type { OpenedMenuProps } from './opened-menu.tsx';
import { usePressLoad } from './use-press-load.ts';

export type MenuItem = { label: string; icon?: ReactNode; danger?: boolean; disabled?: boolean } & (
  | { href: string; onSelect?: () => void; opensTab?: boolean }
  | { onSelect: () => void; href?: never; opensTab?: never }
);

export type MenuProps = {
  /** Names the trigger: 'Story options'. Beside a visible text it completes that: 'your menu'. */
  label: string;
  items: MenuItem[];
  /** Icon of a round trigger; three dots unless given. */
  icon?: ReactNode;
  /** What the trigger shows instead of an icon, such as a name. */
  children?: ReactNode;
  /** A line above the items, such as who is signed in. */
  heading?: ReactNode;
  align?: 'start' | 'center' | 'end';
  className?: string;
};

const loadMenu = () => import('./opened-menu.tsx');

function prepare(): void {
  // Only early: if it fails now, the press tries again.
  loadMenu().catch(() => undefined);
}

/** A button that opens a short list of actions and links. Until its first press it is only that, and light. */
export function Menu(props: MenuProps) {
  const { label, icon = <MoreIcon />, children, className } = props;
  const { press, waiting } = usePressLoad(loadMenu);
  const [opened, setOpened] = useState<{ Menu: ComponentType<OpenedMenuProps>; byKeyboard: boolean }>();
  if (opened !== undefined) return <opened.Menu {...props} byKeyboard={opened.byKeyboard} />;

  function open(byKeyboard: boolean) {
    press((module) => setOpened({ Menu: module.OpenedMenu, byKeyboard }));
  }
  const trigger = {
    ...waiting,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    // A press by keyboard is a click without a count.
    onClick: (event: MouseEvent) => open(event.detail === 0),
    onPointerEnter: prepare,
    onFocus: prepare,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
      event.preventDefault();
      open(true);
    },
  } as const;
  if (children === undefined)
    return <IconButton label={label} icon={icon} className={className} {...trigger} />;
  return (
    <button type="button" className={classNames(styles.trigger, className)} {...trigger}>
      {children}
      <span className="visually-hidden">{label}</span>
    </button>
  );
}
