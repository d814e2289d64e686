import { Menu as BaseMenu } from '@base-ui/react/menu';
import {
  type HTMLAttributes,
  type MouseEvent,
  type ReactNode,
  type RefAttributes,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { MoreIcon } from './icons.tsx';
import styles from './menu.module.css';
import popup from './popup.module.css';
import { useCloseOnBack } from './use-close-on-back.ts';

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
  /** Shown on the trigger instead of an icon, such as a name. */
  children?: ReactNode;
  /** A line above the items, such as the name of the signed-in account. */
  heading?: ReactNode;
  align?: 'start' | 'center' | 'end';
  /** Runs with the pointer or the focus on the trigger: the menu may be opened soon. */
  onNear?: () => void;
  className?: string;
};

type Click = (event: MouseEvent<HTMLAnchorElement & HTMLDivElement>) => void;

type PartProps = { isLink: boolean; onClick?: Click } & Omit<HTMLAttributes<HTMLElement>, 'onClick'>;

/**
 * An item whose click handler never changes. React would set a new one whenever the highlight moves, and Firefox then
 * replaces the focused item for screen readers: Orca stays silent.
 */
function ItemPart({
  isLink,
  onClick,
  ...props
}: PartProps & RefAttributes<HTMLAnchorElement & HTMLDivElement>) {
  const newest = useRef(onClick);
  newest.current = onClick;
  const click = useCallback<Click>((event) => newest.current?.(event), []);
  const steady = { ...props, onClick: click };
  return isLink ? <a {...steady} /> : <div {...steady} />;
}

function Item({ item }: { item: MenuItem }) {
  const className = classNames(styles.item, item.danger && styles.danger);
  if (item.href !== undefined) {
    return (
      <BaseMenu.LinkItem
        className={className}
        href={item.href}
        closeOnClick
        onClick={item.onSelect}
        render={<ItemPart isLink />}
        {...(item.opensTab ? { target: '_blank', rel: 'noopener noreferrer' } : {})}
      >
        {item.icon}
        {item.label}
      </BaseMenu.LinkItem>
    );
  }
  return (
    <BaseMenu.Item
      className={className}
      disabled={item.disabled}
      onClick={item.onSelect}
      render={<ItemPart isLink={false} />}
    >
      {item.icon}
      {item.label}
    </BaseMenu.Item>
  );
}

export type OpenedMenuProps = MenuProps & { byKeyboard: boolean };

/** The menu itself, after its first opening. It is a chunk of its own because its code weighs more than a page. */
export function OpenedMenu(props: OpenedMenuProps) {
  const { label, items, icon = <MoreIcon />, children, heading, align = 'end', className } = props;
  const trigger = useRef<HTMLButtonElement>(null);
  const isBegun = useRef(!props.byKeyboard);
  const [isOpen, setOpen] = useState(!props.byKeyboard);
  useCloseOnBack(isOpen, () => setOpen(false));
  const takePress = useCallback((button: HTMLButtonElement | null) => {
    // The pressed button is gone. This one takes its focus before the menu notes where the focus goes back to.
    if (trigger.current === null) button?.focus({ preventScroll: true });
    trigger.current = button;
  }, []);

  // Only a press on this button focuses the first item, as an opening by keyboard requires.
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    trigger.current?.focus();
    trigger.current?.click();
  }, []);
  return (
    <BaseMenu.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      {children === undefined ? (
        <BaseMenu.Trigger
          ref={takePress}
          render={<IconButton label={label} icon={icon} className={className} />}
        />
      ) : (
        <BaseMenu.Trigger ref={takePress} className={classNames(styles.trigger, className)}>
          {children}
          <span className="visually-hidden">{label}</span>
        </BaseMenu.Trigger>
      )}
      <BaseMenu.Portal>
        <BaseMenu.Positioner className={popup.positioner} align={align} sideOffset={6} collisionPadding={8}>
          <BaseMenu.Popup className={classNames(popup.popup, styles.popup)}>
            {heading === undefined ? null : <div className={styles.heading}>{heading}</div>}
            {/* A label may change while its item has the focus, as one with a count does; its address stays. */}
            {items.map((item) => (
              <Item key={item.href ?? item.label} item={item} />
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}
