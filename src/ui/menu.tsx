import { type ComponentType, type KeyboardEvent, type MouseEvent, useState } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { MoreIcon } from './icons.tsx';
import styles from './menu.module.css';
import type { MenuProps, OpenedMenuProps } from './opened-menu.tsx';
import { useLoadOnClick } from './use-load-on-click.ts';

const loadMenu = () => import('./opened-menu.tsx');

function prepare(): void {
  // A failed prefetch needs no message, because the press retries.
  loadMenu().catch(() => undefined);
}

/** A button that opens a short list of actions and links. Until its first press it is only a light button. */
export function Menu(props: MenuProps) {
  const { label, icon = <MoreIcon />, children, className, onNear } = props;
  const { press, waitingProps } = useLoadOnClick(loadMenu);
  const [opened, setOpened] = useState<{ Menu: ComponentType<OpenedMenuProps>; byKeyboard: boolean }>();
  if (opened !== undefined) return <opened.Menu {...props} byKeyboard={opened.byKeyboard} />;

  function near() {
    prepare();
    onNear?.();
  }
  function open(byKeyboard: boolean) {
    press((module) => setOpened({ Menu: module.OpenedMenu, byKeyboard }));
  }
  const trigger = {
    ...waitingProps,
    'aria-haspopup': 'menu',
    'aria-expanded': false,
    // A keyboard press is a click with a count of 0.
    onClick: (event: MouseEvent) => open(event.detail === 0),
    onPointerEnter: near,
    onFocus: near,
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
