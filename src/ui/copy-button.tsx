import type { MouseEvent } from 'react';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';
import { CopyIcon, LinkIcon } from './icons.tsx';
import { useToast } from './toast.tsx';

export type CopyButtonProps = {
  /** The text to copy; a function when only the browser knows it. */
  text: string | (() => string);
  /**
   * The path whose address is copied: with it early-clicks.ts copies before the page's script has loaded, which then
   * only confirms.
   */
  path?: string;
  label?: string;
  /** The thing that is copied, for screen readers, where a list has several such buttons. */
  subject?: string;
  copiedMessage?: string;
  /** 'icon' shows the label as tooltip only. */
  variant?: 'button' | 'icon';
  onCopied?: () => void;
  className?: string;
};

/** The clipboard interface is missing outside https; the old command still works there. */
async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const box = document.createElement('textarea');
    box.value = text;
    box.className = 'visually-hidden';
    document.body.append(box);
    box.select();
    const copied = document.execCommand('copy');
    box.remove();
    return copied;
  }
}

export function CopyButton(props: CopyButtonProps) {
  const { text, label = 'Copy link', copiedMessage = 'Link copied', variant = 'button', onCopied } = props;
  const toast = useToast();

  async function press({ currentTarget: { dataset } }: MouseEvent<HTMLButtonElement>) {
    const value = typeof text === 'function' ? text() : text;
    const isCopied = dataset.copied === value;
    delete dataset.copied;
    if (isCopied || (await copy(value))) {
      toast.show({ kind: 'success', message: copiedMessage });
      onCopied?.();
    } else {
      toast.show({ kind: 'error', message: `Copying did not work. Here it is: ${value}` });
    }
  }

  if (variant === 'icon') {
    return (
      <IconButton
        className={props.className}
        label={label}
        icon={<LinkIcon />}
        data-copies={props.path}
        onClick={press}
      />
    );
  }
  return (
    <Button className={props.className} data-copies={props.path} onClick={press}>
      <CopyIcon size={18} />
      {label}
      {props.subject === undefined ? null : <span className="visually-hidden"> {props.subject}</span>}
    </Button>
  );
}
