import { useRef, useState } from 'react';
import type { ChapterText } from '#features/chapters/parts/editor/chapter-editor.tsx';
import { callApi } from '#ui/api-client.ts';
import { reportBug } from '#ui/failure-text.ts';
import { useToast } from '#ui/toast.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { type Correction, correctionMessages, decideCorrection, listCorrections } from '../contract.ts';

/** The decision of the author about a correction since the page was opened; named: accepted, and its sender is named. */
type CorrectionState = 'open' | 'accepted' | 'named' | 'dismissed';

/** The choice of the author, and the one that the site has stored: the chapter is saved in between. */
interface Choice {
  chosen: CorrectionState;
  stored: CorrectionState;
}

const UNDECIDED: Choice = { chosen: 'open', stored: 'open' };
const decisions = { open: null, accepted: 'accepted', named: 'accepted', dismissed: 'dismissed' } as const;

export interface Corrections {
  loaded: ReturnType<typeof useLoaded<Correction[]>>;
  choiceOf: (id: number) => Choice;
  /** Notes that a correction is in the text, or was taken back; stored once the chapter is saved. */
  choose: (id: number, chosen: Exclude<CorrectionState, 'dismissed'>) => void;
  /** Dismisses a correction at once, or takes that back. */
  dismiss: (id: number, isDismissed: boolean) => Promise<void>;
  /** Stores what was chosen: the chapter is saved. What the author has undone in the text meanwhile is open again. */
  settle: (text: ChapterText | null) => Promise<void>;
  /** Forgets what is not stored: another text has replaced the one with it. */
  forgetUnsaved: () => void;
}

/** The corrections of a chapter, for its author. */
export function useCorrections(address: { id: string; chapterId: string }): Corrections {
  const toast = useToast();
  const loaded = useLoaded(
    `${address.id}/${address.chapterId}`,
    async () => (await callApi(listCorrections, address)).corrections,
  );
  const [choices, setChoices] = useState<ReadonlyMap<number, Choice>>(new Map());
  // The form saves in the press that chooses, before the next rendering.
  const latest = useRef(choices);
  const change = (changed: Iterable<[number, Choice]>) => {
    latest.current = new Map([...latest.current, ...changed]);
    setChoices(latest.current);
  };
  const store = async (id: number, chosen: CorrectionState) => {
    const decision = { decision: decisions[chosen], credit: chosen === 'named' };
    await callApi(decideCorrection, { id: String(id), ...decision });
    change([[id, { chosen, stored: chosen }]]);
  };
  return {
    loaded,
    choiceOf: (id) => choices.get(id) ?? UNDECIDED,
    choose: (id, chosen) => change([[id, { ...(latest.current.get(id) ?? UNDECIDED), chosen }]]),
    async dismiss(id, isDismissed) {
      try {
        await store(id, isDismissed ? 'dismissed' : 'open');
      } catch (error) {
        reportBug(error);
        toast.show({ kind: 'error', message: correctionMessages.decideFailed });
      }
    },
    async settle(text) {
      const unsaved = [...latest.current].filter(([, { chosen, stored }]) => chosen !== stored);
      const outcomes = await Promise.allSettled(
        unsaved.map(([id, { chosen }]) => {
          const correction = loaded.data?.find((one) => one.id === id);
          return store(id, correction && text && isUndone(correction, text) ? 'open' : chosen);
        }),
      );
      // The text is saved all the same.
      if (outcomes.some(({ status }) => status === 'rejected'))
        toast.show({ kind: 'error', message: correctionMessages.stillListed });
    },
    forgetUnsaved: () =>
      change([...latest.current].map(([id, { stored }]) => [id, { chosen: stored, stored }])),
  };
}

/** Whether the words of a correction are not in the text, as before it was accepted. */
function isUndone({ quote, replacement }: Correction, text: ChapterText): boolean {
  return text.hasQuote(quote) && replacement !== null && replacement !== '' && !text.hasQuote(replacement);
}
