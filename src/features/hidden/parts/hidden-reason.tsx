import { contentWarnings } from '#features/labels/contract/warnings.ts';
import { Notice } from '#ui/notice.tsx';
import { urls } from '#urls.ts';
import type { HiddenKind } from '../contract.ts';
import { HideForm } from './hide-form.tsx';

export type HiddenReasonProps = {
  by: { kind: HiddenKind; name: string } | undefined;
  authorName: string;
};

const labels: Record<string, string> = contentWarnings;

/** Says why the lists leave this story out, for a reader who has opened it by its link all the same. */
export function HiddenReason({ by, authorName }: HiddenReasonProps) {
  if (by === undefined) return null;
  const titles: Record<HiddenKind, string> = {
    tag: `You hide stories tagged “${by.name}”.`,
    warning: `You hide stories with the warning “${labels[by.name] ?? by.name}”.`,
    author: `You hide stories by ${authorName}.`,
    story: 'You said that this story is not for you.',
  };
  return (
    <Notice
      kind="info"
      live={false}
      title={titles[by.kind]}
      action={
        <HideForm kind={by.kind} name={by.name} isHidden>
          {by.kind === 'story' ? 'Show it again' : 'Show them again'}
        </HideForm>
      }
    >
      Your lists leave this one out; you can read on here. <a href={urls.hidden()}>Everything you hide</a>
    </Notice>
  );
}
