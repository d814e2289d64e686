/** Reading lists as moderators handle them. Private shelves stay private from them too. */
import type { Connection } from '#platform/database/database.ts';
import { moderatedList, notesOfList } from '../store/moderation.ts';

/** A list with its texts, as far as others can read them now; undefined for a deleted one. */
export async function listForStaff(connection: Connection, id: number) {
  const list = await moderatedList(connection, id);
  if (list === undefined) return undefined;
  const { slug, title, synopsis, visibility, author_username } = list;
  return visibility === 'private'
    ? { id, slug: null, title: null, synopsis: '', visibility, author_username: null, stories: [] }
    : { id, slug, title, synopsis, visibility, author_username, stories: await notesOfList(connection, id) };
}

export { lockModeratedList, type ModeratedList } from '../store/moderation.ts';
