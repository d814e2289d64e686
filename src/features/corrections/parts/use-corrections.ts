import { useState } from 'react';
import { callApi } from '#ui/api-client.ts';
import { useToast } from '#ui/toast.tsx';
import { useLoaded } from '#ui/use-loaded.ts';
import { type Correction, correctionMessages, decideCorrection, listCorrections } from '../contract.ts';

/** The decision of the author about a correction since the page was opened; named: accepted, and its sender is named. */
type CorrectionState = 'open' | 'accepted' | 'named' | 'dismissed';

const isAccepting = (state: CorrectionState) => state === 'accepted' || state === 'named';

export interface Corrections {
  loaded: ReturnType<typeof useLoaded<Correction[]>>;
  stateOf: (id: number) => CorrectionState;
  /** Marks a correction as put into the text, or takes that back; stored once the chapter is saved. */
  accept: (id: number, isAccepted: boolean, isNamed?: boolean) => void;
  /** Dismisses a correction at once, or takes that back. */
  dismiss: (id: number, isDismissed: boolean) => Promise<void>;
  /** Stores which corrections were accepted: the chapter is saved. */
  settle: () => Promise<void>;
  /** The accepted corrections are open again: another text has replaced the one with them. */
  forgetAccepted: () => void;
}

/** The corrections of a chapter, for its author. */
export function useCorrections(address: { id: string; chapterId: string }): Corrections {
  const toast = useToast();
  const loaded = useLoaded(
    `${address.id}/${address.chapterId}`,
    async () => (await callApi(listCorrections, address)).corrections,
  );
  const [states, setStates] = useState<ReadonlyMap<number, CorrectionState>>(new Map());
  const setState = (id: number, state: CorrectionState) =>
    setStates((previous) => new Map(previous).set(id, state));
  return {
    loaded,
    stateOf: (id) => states.get(id) ?? 'open',
    accept: (id, isAccepted, isNamed = false) =>
      setState(id, isAccepted ? (isNamed ? 'named' : 'accepted') : 'open'),
    async dismiss(id, isDismissed) {
      try {
        await callApi(decideCorrection, { id: String(id), decision: isDismissed ? 'dismissed' : null });
        setState(id, isDismissed ? 'dismissed' : 'open');
      } catch {
        toast.show({ kind: 'error', message: correctionMessages.decideFailed });
      }
    },
    async settle() {
      const accepted = [...states].filter(([, state]) => isAccepting(state));
      // The text is saved: a correction that stays on the list is no reason to report a failure.
      await Promise.allSettled(
        accepted.map(([id, state]) =>
          callApi(decideCorrection, { id: String(id), decision: 'accepted', credit: state === 'named' }),
        ),
      );
    },
    forgetAccepted: () =>
      setStates((previous) => new Map([...previous].filter(([, state]) => !isAccepting(state)))),
  };
}
