import { type ApiError, isApiError } from '#base/failure.ts';
import { deleteDraft, getDraft, listDrafts, putDraft } from '#features/drafts/contract.ts';
import { callApi } from '#ui/api-client.ts';
import type { Draft, DraftValues } from '../../parts/drafts/drafts.ts';

/** Unsaved writing on the server: the same forms under the same values, so that another device can go on with it. */

/** The field that holds the updated_at of the story or chapter that the draft changes. */
const BASED_ON = 'based_on';
/** Browsers send at most 64 kB in requests that outlive their page; a character takes up to four bytes. */
const MAX_KEEPALIVE_CHARACTERS = 15_000;

/** The API's name of a place in this browser; undefined for one that only this browser has. */
export function serverPlaceOf(place: string): string | undefined {
  if (place === 'new-story') return 'create-story';
  const [, kind, id, rest] = /^(story|chapter)\/(\d+)(\/new-chapter)?$/.exec(place) ?? [];
  if (kind === undefined) return undefined;
  return rest === undefined ? `${kind}-${id}` : `new-chapter-${id}`;
}

/** The account's draft at a place. The list comes first, because browsers report every missing thing as an error. */
export async function loadServerDraft(place: string): Promise<Draft | undefined> {
  const { drafts } = await callApi(listDrafts, {});
  if (!drafts.some((draft) => draft.place === place)) return undefined;
  return draftOf(await callApi(getDraft, { place }));
}

export async function storeOnServer(
  place: string,
  values: DraftValues,
  versions: { basedOn: string | undefined; base: string | null },
  isLeaving: boolean,
): Promise<string> {
  const { content = '', ...details } = values;
  const size = content.length + Object.values(details).join('').length;
  const { updated_at } = await callApi(
    putDraft,
    {
      ...values,
      ...(versions.basedOn === undefined ? {} : { [BASED_ON]: versions.basedOn }),
      place,
      base_updated_at: versions.base,
    },
    { keepalive: isLeaving && size <= MAX_KEEPALIVE_CHARACTERS },
  );
  return updated_at;
}

/** Discards the draft at a place; with a time only the one that was stored then. */
export async function discardOnServer(place: string, updatedAt?: string): Promise<void> {
  try {
    const isMeant = updatedAt === undefined || (await hasDraftOf(place, updatedAt));
    if (isMeant) await callApi(deleteDraft, { place });
  } catch {
    // It is offered again.
  }
}

async function hasDraftOf(place: string, updatedAt: string): Promise<boolean> {
  const { drafts } = await callApi(listDrafts, {});
  return drafts.some((draft) => draft.place === place && draft.updated_at === updatedAt);
}

/** The other text of a refused draft; undefined for any other failure. */
export function conflictingDraft(error: unknown): Draft | undefined {
  if (!isApiError(error) || error.code !== 'edit_conflict') return undefined;
  const { current } = (error as ApiError).data ?? {};
  if (typeof current !== 'object' || current === null) return undefined;
  const draft = draftOf(current as ServerDraft);
  // Without it, the other text is that of the saved story or chapter itself.
  const isSavedText =
    draft.basedOn === undefined && /^(?:story|chapter)-/.test((current as ServerDraft).place);
  return isSavedText ? { ...draft, basedOn: draft.savedAt } : draft;
}

type ServerDraft = { place: string; updated_at: string; [field: string]: unknown };

function draftOf({ place, updated_at, [BASED_ON]: basedOn, ...fields }: ServerDraft): Draft {
  const values = Object.entries(fields).map(([name, value]) => [name, textOf(value)]);
  return {
    key: `server ${place}`,
    values: Object.fromEntries(values),
    savedAt: updated_at,
    basedOn: typeof basedOn === 'string' ? basedOn : undefined,
    onServer: updated_at,
  };
}

/** Other clients may store numbers and lists where a form has texts. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.join(', ');
  return value === null || value === undefined ? '' : String(value);
}
