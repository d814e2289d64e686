import type { Page } from 'playwright-core';
import { createChapter } from '#features/chapters/contract.ts';
import { publishStory, type Story } from '#features/stories/contract.ts';
import type { RunningSite } from '#tests/support/running-site.ts';

/** What signing up answered. */
interface Session {
  token: string;
}

export const editorOf = (page: Page) => page.getByRole('textbox', { name: /^Text/ });
export const toolbarOf = (page: Page) => page.getByRole('toolbar', { name: 'Formatting' });

/**
 * Presses a key in the text. A window that has just closed lets nothing else have the focus for a moment. The editor
 * puts its own selection in place 20 ms after it was given it, and a key before that would be undone; a later timer of
 * the page comes after it.
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

/** Waits until the text that was typed is kept in the browser. */
export async function untilKept(page: Page): Promise<void> {
  await page.getByText('Unsaved, kept in this browser').waitFor();
  // What came after that is kept within a moment, of which nothing on the page tells.
  await page.waitForFunction(() => {
    const text = document.querySelector('[role="textbox"][contenteditable]')?.textContent ?? '';
    const drafts = Object.keys(localStorage).filter((key) => key.startsWith('writing:'));
    // By hand: the site's policy lets nobody else turn a text into elements.
    const signs: Record<string, string> = {
      '&lt;': '<',
      '&gt;': '>',
      '&quot;': '"',
      '&nbsp;': ' ',
      '&amp;': '&',
    };
    const plain = (html: string) =>
      html.replaceAll(/<[^>]*>/g, '').replaceAll(/&\w+;/g, (sign) => signs[sign] ?? sign);
    const kept = drafts.map((key) => JSON.parse(localStorage.getItem(key) ?? '{}').values?.content ?? '');
    const squeeze = (one: string) => one.replaceAll(/\s/g, '');
    return kept.some((html) => squeeze(plain(html)) === squeeze(text));
  });
}

/** The drafts that a browser keeps. */
export function draftsIn(page: Page): Promise<{ key: string; values: Record<string, string> }[]> {
  return page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('writing:'))
      .map((key) => ({ key, values: JSON.parse(localStorage.getItem(key) ?? '{}').values })),
  );
}

/** Puts something on the clipboard in a program's own form and pastes it. */
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

/** A story with a chapter for each text, made over the wire. */
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
