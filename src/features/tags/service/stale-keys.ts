import { tagKey } from '#features/labels/rules/tag-key.ts';
import type { Context } from '#platform/runtime/context.ts';
import { beginChange } from '../store/relations.ts';
import { tagsWithApostrophe, tagWithKey, updateTagKey } from '../store/stale-keys.ts';
import { enforceRelation } from './relations.ts';

/** Enqueued by migration 0121. */
export const STALE_KEYS_JOB = 'replace-stale-tag-keys';

/**
 * Replaces the keys of tags that an earlier release stored without their apostrophe. Where another tag has the key
 * already, as "author’s choice" beside "author's choice", the two become one, and staff can undo that.
 */
export async function replaceStaleKeys({ db, jobs }: Pick<Context, 'db' | 'jobs'>): Promise<void> {
  for (const tag of await tagsWithApostrophe(db)) {
    const key = tagKey(tag.name);
    if (key === tag.key) continue;
    await db.transaction().execute(async (transaction) => {
      await beginChange(transaction);
      const other = await tagWithKey(transaction, key);
      if (other === undefined) await updateTagKey(transaction, tag.id, key);
      else if (tag.canonical_id === null && other.canonical_id !== tag.id)
        await enforceRelation(
          jobs,
          transaction,
          { relation: 'canonical', tagId: tag.id, targetId: other.canonical_id ?? other.id, kind: null },
          null,
        );
    });
  }
}
