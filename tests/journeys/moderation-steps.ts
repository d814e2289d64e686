import type { Page } from 'playwright-core';
import { getProfile } from '#features/accounts/contract/session.ts';
import { addChapter } from '#features/chapters/service/chapters.ts';
import type { Context } from '#platform/runtime/context.ts';
import { addStory } from '#tests/support/add-story.ts';
import type { Reader, ReaderOptions } from '#tests/support/browser.ts';
import type { RunningSite } from '#tests/support/running-site.ts';
import type { SignedInPerson } from '#tests/support/signed-in-person.ts';
import { mainOf, remember } from './account-steps.ts';

/** Signs a reader in as this person. */
export async function signInAs(reader: Reader, site: RunningSite, person: SignedInPerson): Promise<void> {
  const { token, refreshToken } = person;
  const user = await site.call(getProfile, {}, token);
  await remember(reader, site, { token, refreshToken, user });
}

type NewReader = (options?: ReaderOptions) => Promise<Reader>;

/** A function that opens a browser in which a person is signed in. */
export function openSignedIn(site: RunningSite, newReader: NewReader) {
  return async (person: SignedInPerson, options?: ReaderOptions): Promise<Reader> => {
    const reader = await newReader(options);
    await signInAs(reader, site, person);
    return reader;
  };
}

export interface WrittenStory {
  id: number;
  slug: string;
  title: string;
  chapterId: number;
}

/** A listed story of an author, with two chapters. */
export async function writeStory(
  context: Context,
  author: SignedInPerson,
  title: string,
  tags: string[] = ['harbour'],
): Promise<WrittenStory> {
  const created = await addStory(context.db, {
    author_id: author.id,
    title,
    synopsis: 'Two keepers of sixty share a lamp, and a kettle.',
    tags,
  });
  if (!created.ok) throw new Error(created.message);
  const chapters = ['The lamp was lit at eight.', 'It burned until the morning, and so did they.'];
  const ids: number[] = [];
  for (const [at, text] of chapters.entries()) {
    const added = await addChapter(context.db, {
      story_id: created.data.id,
      title: at === 0 ? 'Lit' : 'Burning',
      order: at + 1,
      html: `<p>${text}</p>`,
    });
    if (!added.ok) throw new Error(added.message);
    ids.push(added.data.id);
  }
  return { ...created.data, title, chapterId: ids[0] ?? 0 };
}

/** Fills in the dialog of a decision and sends it. */
export async function decideInDialog(
  page: Page,
  action: string,
  texts: { rule?: string; passage?: string; note: string },
): Promise<void> {
  await mainOf(page).getByRole('button', { name: action, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: action });
  if (texts.rule !== undefined) await dialog.getByLabel('Rule').selectOption({ label: texts.rule });
  if (texts.passage !== undefined) await dialog.getByLabel('Passage').fill(texts.passage);
  await dialog.getByLabel('Reason').fill(texts.note);
  await dialog.getByRole('button', { name: action, exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}
