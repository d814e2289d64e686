import { ApiError, unreachableError } from '#base/failure.ts';
import { haveListsJoined } from '#features/accounts/parts/session.ts';
import { callApi } from '#ui/api-client.ts';
import { failureText } from '#ui/failure-text.ts';
import { readTokens } from '#ui/session.ts';
import type { useToast } from '#ui/toast.tsx';
import { urls } from '#urls.ts';
import {
  type HiddenItems,
  type HiddenKind,
  hiddenCollections,
  hiddenMessages,
  hideItem,
  unhideItem,
} from '../contract.ts';
import { announceHidden, storeHiddenText } from '../parts/own-hidden.ts';
import { syncHidden } from '../parts/sync-hidden.ts';

export interface HidingChange {
  kind: HiddenKind;
  /** A tag's name, a warning, a username, or a story's slug or id. */
  name: string;
  isHidden: boolean;
}

const unknownMessages: Record<HiddenKind, string> = {
  tag: hiddenMessages.unknownTag,
  warning: hiddenMessages.unknownWarning,
  author: hiddenMessages.unknownAuthor,
  story: hiddenMessages.unknownStory,
};

/** Hides an item or shows it again: in the account, whose list is returned, or by the form of guests. */
export async function changeHidden(change: HidingChange): Promise<HiddenItems | undefined> {
  const { kind, name, isHidden } = change;
  if (name === '') throw new ApiError(422, 'invalid', hiddenMessages.nameNeeded);
  if (readTokens() === undefined) {
    await sendForm(change);
    announceHidden();
    return undefined;
  }
  // The account must have the guest's list before it is changed, or it would not take it any more.
  if (!haveListsJoined()) await syncHidden();
  const items = await callApi(isHidden ? hideItem : unhideItem, {
    kind: hiddenCollections[kind],
    item: name,
  });
  storeHiddenText(items.hidden);
  return items;
}

async function sendForm({ kind, name, isHidden }: HidingChange): Promise<void> {
  const body = new URLSearchParams({ kind, name, back: '/', action: isHidden ? 'hide' : 'show' });
  let answer: Response;
  try {
    answer = await fetch(urls.hidden(), { method: 'POST', body, redirect: 'manual' });
  } catch {
    throw unreachableError();
  }
  // The answer leads back to a page; only its cookie is of use here.
  if (answer.type === 'opaqueredirect') return;
  throw new ApiError(
    answer.status,
    'not_hidden',
    answer.status === 404 ? unknownMessages[kind] : hiddenMessages.failed,
  );
}

/** The page around a button that hides something. */
interface HidingPage {
  onStart?: (isHidden: boolean) => void;
  onFailed?: () => void;
  onDone?: (items: HiddenItems | undefined) => void;
  saysFailures?: boolean;
  toast: ReturnType<typeof useToast>;
  revalidate: () => Promise<void>;
  setBusy: (isBusy: boolean) => void;
  setError: (message: string | undefined) => void;
}

/** Makes a change, says so with a way back, and lets the page follow. */
export async function runHiding(change: HidingChange, page: HidingPage): Promise<void> {
  const { toast, saysFailures = true } = page;
  page.setBusy(true);
  page.setError(undefined);
  page.onStart?.(change.isHidden);
  try {
    const items = await changeHidden(change);
    page.onDone?.(items);
    toast.show({
      kind: 'success',
      message: change.isHidden ? 'Hidden.' : 'Shown again.',
      action: {
        label: 'Undo',
        run: () => void runHiding({ ...change, isHidden: !change.isHidden }, page),
      },
    });
    await page.revalidate();
  } catch (failure) {
    page.onFailed?.();
    const message = messageOf(failure);
    if (saysFailures) toast.show({ kind: 'error', message });
    else page.setError(message);
  }
  page.setBusy(false);
}

/** The reason that a change has failed. */
export function messageOf(error: unknown): string {
  return failureText(error, hiddenMessages.failed);
}
