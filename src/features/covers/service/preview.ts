import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { storyMessages } from '#features/stories/contract/stories.ts';
import { ownStory, storiesByIds } from '#features/stories/service/stories.ts';
import type { Caller, SignedIn } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { coverMessages, type previewCover } from '../contract.ts';
import { decideCover } from '../rules/choice.ts';
import { coverFactsOf } from './covers.ts';
import { drawCover } from './draw-cover.ts';

/** Draws the cover of one's own story with choices that are not stored yet. */
export async function previewOwnCover(
  { db }: Context,
  { id, title, ...choices }: ParsedInputOf<typeof previewCover>,
  { account }: Caller<SignedIn>,
): Promise<Outcome<DataOf<typeof previewCover>>> {
  const own = await ownStory(db, id, account.id, coverMessages.notYours);
  if (!own.ok) return own;
  const [story] = await storiesByIds(db, [own.data.id], account.id);
  if (story === undefined) return failure('not-found', storyMessages.notFound);
  const stored = coverFactsOf(story);
  const { cover_paper = null, cover_foil = null, cover_ornament = null, cover_setting = null } = choices;
  const facts = {
    ...stored,
    title: title?.trim() || stored.title,
    chosen: { cover_paper, cover_foil, cover_ornament, cover_setting },
  };
  const { paper, foil, ornament, setting } = decideCover(facts.seed, facts.tags, facts.chosen);
  return success({
    ...(await drawCover(facts)),
    ...{ cover_paper: paper, cover_foil: foil, cover_ornament: ornament, cover_setting: setting },
  });
}
