import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { failure, type Outcome, success } from '#base/failure.ts';
import { findOwnAuthor } from '#features/pen-names/service.ts';
import { storyMessages } from '#features/stories/contract/stories.ts';
import { ownStory, storiesByIds } from '#features/stories/service/stories.ts';
import { namesAsStored, validateTags } from '#features/tags/service/tags.ts';
import type { Connection } from '#platform/database/database.ts';
import type { CallerOf } from '#platform/http/caller.ts';
import type { Context } from '#platform/runtime/context.ts';
import { coverMessages, type previewCover } from '../contract.ts';
import { decideCover } from '../rules/choice.ts';
import { coverFactsOf } from './covers.ts';
import { drawCover } from './draw-cover.ts';

/** Draws the cover of one's own story with choices that are not stored yet. */
export async function previewOwnCover(
  { db }: Context,
  { id, title, tags, author_username, ...choices }: ParsedInputOf<typeof previewCover>,
  { account }: CallerOf<typeof previewCover>,
): Promise<Outcome<DataOf<typeof previewCover>>> {
  const own = await ownStory(db, id, account.id, coverMessages.notYours);
  if (!own.ok) return own;
  const [story] = await storiesByIds(db, [own.data.id], account.id);
  if (story === undefined) return failure('not-found', storyMessages.notFound);
  const stored = coverFactsOf(story);
  const { cover_paper = null, cover_foil = null, cover_ornament = null, cover_setting = null } = choices;
  const author =
    author_username === undefined ? undefined : await findOwnAuthor(db, account.id, author_username.trim());
  const facts = {
    ...stored,
    title: title?.trim() || stored.title,
    tags: tags === undefined ? stored.tags : await typedTags(db, tags, stored.tags),
    author: author?.name ?? stored.author,
    // A story that moves to another name leaves its series.
    position: author === undefined || author.id === story.author_id ? stored.position : undefined,
    chosen: { cover_paper, cover_foil, cover_ornament, cover_setting },
  };
  const { paper, foil, ornament, setting } = decideCover(facts.seed, facts.tags, facts.chosen);
  return success({
    ...(await drawCover(facts)),
    ...{ cover_paper: paper, cover_foil: foil, cover_ornament: ornament, cover_setting: setting },
  });
}

/** The tags that a story would have after these are saved; the stored ones where they are refused. */
async function typedTags(
  connection: Connection,
  typed: string,
  stored: readonly string[],
): Promise<readonly string[]> {
  const checked = validateTags(typed.split(','));
  return checked.ok ? namesAsStored(connection, checked.data) : stored;
}
