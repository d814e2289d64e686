import { createSubmitKeys } from '#ui/submit-keys.ts';
import type { DraftState } from '../../components/drafts/use-draft.ts';

type SubmittedDraft = Pick<DraftState, 'settle' | 'discardOnServer'>;

/**
 * Submissions of one form that makes something of a draft. The time of the draft is no part of the idempotency key: the
 * draft is stored on, also between an attempt whose answer was lost and the next one, which must make nothing twice.
 */
export function createSubmissions() {
  const keyFor = createSubmitKeys();
  let first: { submitKey: string; draft_updated_at: string | null } | undefined;

  return async <Input extends object, Data>(
    draft: SubmittedDraft,
    input: Input,
    send: (
      input: Input & { draft_updated_at: string | null },
      options: { submitKey: string },
    ) => Promise<Data>,
  ): Promise<Data> => {
    const settled = await draft.settle();
    const submitKey = keyFor(input);
    // The server refuses a key that comes with another time than at first.
    if (first?.submitKey !== submitKey) first = { submitKey, draft_updated_at: settled };
    const { draft_updated_at } = first;
    const data = await send({ ...input, draft_updated_at }, { submitKey });
    if (settled !== null && settled !== draft_updated_at) await draft.discardOnServer(settled);
    return data;
  };
}
