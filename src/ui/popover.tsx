import { Popover as BasePopover } from '@base-ui/react/popover';
import { type ReactElement, type ReactNode, useState } from 'react';
import { classNames } from './class-names.ts';
import { IconButton } from './icon-button.tsx';
import { CloseIcon } from './icons.tsx';
import styles from './popover.module.css';
import popup from './popup.module.css';
import { useCloseOnBack } from './use-close-on-back.ts';

export type PopoverProps = { title: string; trigger: ReactElement; children: ReactNode };

/** A button and a panel beside it, which starts open because its code loads with the first press. */
export function Popover({ title, trigger, children }: PopoverProps) {
  const [isOpen, setOpen] = useState(true);
  useCloseOnBack(isOpen, () => setOpen(false));
  return (
    <BasePopover.Root open={isOpen} onOpenChange={setOpen}>
      <BasePopover.Trigger render={trigger} />
      <BasePopover.Portal>
        <BasePopover.Positioner className={popup.positioner} align="end" sideOffset={6} collisionPadding={8}>
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
