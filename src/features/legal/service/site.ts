import type { DataOf, ParsedInputOf } from '#base/contract.ts';
import { type Outcome, success } from '#base/failure.ts';
import type { Context } from '#platform/runtime/context.ts';
import type { getOwnText, getSite } from '../contract/site.ts';

export async function readSite({
  operator: { name, address, email, country, dmcaAgent, readsReplies },
  age,
}: Context): Promise<Outcome<DataOf<typeof getSite>>> {
  return success({
    operator: {
      name: name ?? null,
      address,
      email: email ?? null,
      country: country ?? null,
      dmca_agent: dmcaAgent,
    },
    reads_replies: readsReplies,
    ...(age === undefined ? {} : { proves_age: true as const }),
  });
}

export async function readOwnText(
  { settings }: Context,
  { page }: ParsedInputOf<typeof getOwnText>,
): Promise<Outcome<DataOf<typeof getOwnText>>> {
  const own = settings.values.ownTexts[page];
  const text = own && { content: own.html, revision: own.revision, changed_at: own.changedAt };
  return success({ text: text ?? null });
}
