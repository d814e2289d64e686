import { Popover as BasePopover } from '@base-ui/react/popover';
import { type ReactElement, type ReactNode, useRef, useState } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { CloseIcon } from './icons.tsx';
import styles from './popover.module.css';
import popup from './popup.module.css';
import { useCloseOnBack } from './use-close-on-back.ts';

export type PopoverProps = { title: string; trigger: ReactElement; children: ReactNode };

/**
 * A button and a panel beside it, which starts open because its code loads with the first press. The panel stays where it
 * opened: a choice in it may move the button, and the next press would miss.
 */
export function Popover({ title, trigger, children }: PopoverProps) {
  const [isOpen, setOpen] = useState(true);
  const button = useRef<HTMLButtonElement>(null);
  const place = useRef<DOMRect>(undefined);
  const change = (opens: boolean) => {
    place.current = undefined;
    setOpen(opens);
  };
  const anchor = {
    getBoundingClientRect: () => (place.current ??= button.current?.getBoundingClientRect() ?? new DOMRect()),
  };
  useCloseOnBack(isOpen, () => change(false));
  return (
    <BasePopover.Root open={isOpen} onOpenChange={change}>
      <BasePopover.Trigger ref={button} render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner
          anchor={anchor}
          positionMethod="fixed"
          className={popup.positioner}
          align="end"
          sideOffset={6}
          collisionPadding={8}
        >
          <BasePopover.Popup className={classNames(popup.popup, styles.panel)}>
            <div className={styles.heading}>
              <BasePopover.Title className={styles.title}>{title}</BasePopover.Title>
              <BasePopover.Close render={<IconButton label="Close" icon={<CloseIcon size={18} />} />} />
            </div>
            {children}
          </BasePopover.Popup>
        </BasePopover.Positioner>
      </BasePopover.Portal>
    </BasePopover.Root>
  );
}
