import type { Page } from 'playwright-core';
import { decryptText, fromBase64 } from '#features/chapters/components/drafts/encrypted-text.ts';
import { createChapter, getDraftKey } from '#features/chapters/contract/chapters.ts';
import { publishStory, type Story } from '#features/stories/contract/stories.ts';
import type { RunningSite } from '#tests/support/running-site.ts';

/** The answer to signing up. */
interface Session {
  token: string;
}

export const editorOf = (page: Page) => page.getByRole('textbox', { name: /^Text/ });
export const toolbarOf = (page: Page) => page.getByRole('toolbar', { name: 'Formatting' });

/**
 * Presses a key in the text. A dialog that has just closed keeps the focus for a moment, and the editor
 * restores its own selection 20 ms after it gets the focus, which would undo an earlier key. A later timer of
 * the page fires after that.
 */
export async function pressInEditor(page: Page, key: string): Promise<void> {
  const keepsFocus = async (element: HTMLElement | SVGElement) => {
    element.focus();
    const hadIt = document.activeElement === element;
    await new Promise((resolve) => setTimeout(resolve, 50));
    return hadIt && document.activeElement === element;
  };
  while (!(await editorOf(page).evaluate(keepsFocus)));
  await page.keyboard.press(key);
}

// Dispatches the events directly: the site's policy forbids every other way of turning a text into elements.
const signs: Record<string, string> = {
  ...{ '&lt;': '<', '&gt;': '>', '&quot;': '"' },
  ...{ '&nbsp;': ' ', '&amp;': '&' },
};

function lettersOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/&\w+;/g, (sign) => signs[sign] ?? sign)
    .replaceAll(/\s/g, '');
}

/** Waits until the browser has stored the typed text. */
export async function untilDraftStored(page: Page): Promise<void> {
  await page.getByText(/^(?:Unsaved, kept in this browser|Saved \d+ (?:s|min) ago)$/).waitFor();
  // Later input is stored within a moment, which nothing on the page shows.
  for (;;) {
    const text = (await page.locator('[role="textbox"][contenteditable]').first().textContent()) ?? '';
    const drafts = await draftsIn(page);
    if (drafts.some(({ values }) => lettersOf(values.content ?? '') === text.replaceAll(/\s/g, ''))) return;
    await page.waitForTimeout(50);
  }
}

/** Waits until the server has stored the typed text as a draft. */
export async function untilDraftOnServer(page: Page): Promise<void> {
  await page.getByText(/^Saved \d+ s ago$/).waitFor();
}

/** The drafts in a browser that the signed-in account can read. */
export async function draftsIn(page: Page): Promise<{ key: string; values: Record<string, string> }[]> {
  const { token, sealed } = await page.evaluate(() => ({
    token: localStorage.getItem('token') ?? '',
    sealed: Object.entries({ ...localStorage }).filter(([key]) => key.startsWith('writing:')),
  }));
  if (sealed.length === 0) return [];
  const secret = await draftKey(new URL(page.url()).origin, token);
  return sealed.flatMap(([key, text]) => {
    const opened = decryptText(String(text), secret);
    return opened === undefined ? [] : [{ key, values: JSON.parse(opened).values }];
  });
}

async function draftKey(origin: string, token: string): Promise<Uint8Array> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${origin}/api${getDraftKey.path}`, { headers });
  const { data } = (await answer.json()) as { data: { key: string } };
  return fromBase64(data.key);
}

/** Puts text on the clipboard in a program's own form and pastes it. */
export async function paste(page: Page, html: string, text = ''): Promise<void> {
  await editorOf(page).focus();
  await page.evaluate(
    ([asHtml, asText]) => {
      const clipboardData = new DataTransfer();
      if (asHtml !== '') clipboardData.setData('text/html', asHtml);
      clipboardData.setData('text/plain', asText);
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      );
    },
    [html, text] as const,
  );
}

/** Publishes a story over the wire, with a chapter for each text. */
export async function newStory(
  site: RunningSite,
  session: Session,
  title: string,
  texts: string[],
): Promise<{ story: Story; chapterIds: number[] }> {
  const story = await site.call(publishStory, { title }, session.token);
  const chapterIds: number[] = [];
  for (const [at, content] of texts.entries()) {
    const input = { id: String(story.id), title: `Chapter ${at + 1}`, content, order: at + 1 };
    chapterIds.push((await site.call(createChapter, input, session.token)).id);
  }
  return { story, chapterIds };
}
