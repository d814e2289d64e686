import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { listChapters } from '#features/chapters/contract/chapters.ts';
import { listeningMessages } from '#features/listening/contract.ts';
import { openBrowser, type Reader } from '#tests/support/browser.ts';
import { startSite } from '#tests/support/running-site.ts';
import { untilEqual } from '#tests/support/until-equal.ts';
import { urls } from '#urls.ts';
import { fillFixtures } from './fixtures.ts';

const site = await startSite({ fill: fillFixtures });
after(() => site.stop());
const { newReader } = await openBrowser(site);

const SLUG = 'eleven-cents-flat';
const { chapters } = await site.call(listChapters, { id: SLUG });
const [first, second] = chapters;
assert.ok(first && second);

interface FakeSpeech {
  spoken: { text: string; rate: number; voice: string; lang: string }[];
  /** Ends the sentence that is being spoken. */
  end: () => void;
}

declare global {
  interface Window {
    fakeSpeech: FakeSpeech;
    /** Tells a test that asks after the page is gone. */
    noteSpeech?: (isSpeaking: boolean) => void;
  }
}

/** A device with these voices, which speaks a sentence until the test ends it. */
async function listener(
  voices: { name: string; lang: string; localService: boolean }[],
  width = 1280,
): Promise<Reader> {
  const reader = await newReader({ width });
  await reader.context.addInitScript((names) => {
    let current: { onend?: () => void } | undefined;
    const spoken: FakeSpeech['spoken'] = [];
    const list = names.map((voice, at) => ({ ...voice, voiceURI: voice.name, default: at === 0 }));
    class Utterance {
      voice: { name: string } | undefined;
      lang = '';
      rate = 1;
      text: string;
      onend?: () => void;
      constructor(text: string) {
        this.text = text;
      }
    }
    const synthesis = Object.assign(new EventTarget(), {
      getVoices: () => list,
      cancel: () => {
        current = undefined;
        window.noteSpeech?.(false);
      },
      speak: (utterance: Utterance) => {
        const { text, rate, voice, lang } = utterance;
        spoken.push({ text, rate, voice: voice?.name ?? '', lang });
        current = utterance as { onend?: () => void };
        window.noteSpeech?.(true);
      },
    });
    Object.defineProperty(window, 'speechSynthesis', { value: synthesis });
    Object.defineProperty(window, 'SpeechSynthesisUtterance', { value: Utterance });
    window.fakeSpeech = { spoken, end: () => current?.onend?.() };
  }, voices);
  return reader;
}

const HERE = [
  { name: 'Ann', lang: 'en-GB', localService: true },
  { name: 'Ben', lang: 'en-US', localService: true },
  { name: 'Cloud', lang: 'en-GB', localService: false },
];

const lastSpoken = (reader: Reader) => reader.page.evaluate(() => window.fakeSpeech.spoken.at(-1));
const highlighted = (reader: Reader) =>
  reader.page.evaluate(() =>
    [...(CSS.highlights.get('spoken-sentence') ?? [])].map((range) => range.toString()).join(),
  );
const end = (reader: Reader) => reader.page.evaluate(() => window.fakeSpeech.end());

async function openPlayer(reader: Reader, chapterId: number): Promise<void> {
  await reader.open(urls.chapter(SLUG, chapterId));
  await reader.untilHydrated();
  await reader.page.getByRole('button', { name: 'Listen' }).click();
  await reader.page.getByRole('region', { name: 'Listen' }).waitFor();
}

test('a reader listens to a chapter, sentence by sentence, with voice and speed of their choice', async () => {
  const reader = await listener(HERE, 390);
  const { page } = reader;
  await openPlayer(reader, first.id);
  const player = page.getByRole('region', { name: 'Listen' });
  assert.deepEqual(await player.getByLabel('Voice').locator('option').allTextContents(), ['Ann', 'Ben']);
  await player.getByRole('button', { name: 'Play' }).click();
  const opening = await lastSpoken(reader);
  const text = (await page.locator('#page-html').textContent()) ?? '';
  assert.ok(text.trimStart().startsWith(opening?.text ?? '-'));
  assert.equal(await highlighted(reader), opening?.text);
  await end(reader);
  const following = await lastSpoken(reader);
  assert.notEqual(following?.text, opening?.text);
  assert.equal(await highlighted(reader), following?.text);
  await player.getByRole('button', { name: 'Previous sentence' }).click();
  assert.equal((await lastSpoken(reader))?.text, opening?.text);

  await player.getByLabel('Speed').selectOption('1.5');
  await player.getByLabel('Voice').selectOption('Ben');
  await untilEqual(async () => {
    const spoken = await lastSpoken(reader);
    return [spoken?.rate, spoken?.voice, spoken?.text];
  }, [1.5, 'Ben', opening?.text]);
  await player.getByRole('button', { name: 'Pause' }).click();
  await player.getByRole('button', { name: 'Play' }).click();
  assert.equal((await lastSpoken(reader))?.text, opening?.text);
  assert.deepEqual(await reader.violations(), []);

  // The choice stays on the device.
  await openPlayer(reader, first.id);
  assert.equal(await page.getByLabel('Voice').inputValue(), 'Ben');
  reader.assertNoProblems();
  await reader.leave();
});

test('a reader with the player open reaches the last line of the page', async () => {
  const reader = await listener(HERE, 390);
  const { page } = reader;
  await openPlayer(reader, first.id);
  await page.getByLabel('Voice').waitFor();
  const isCovered = await page.getByRole('switch', { name: 'Discreet mode' }).evaluate((control) => {
    window.scrollTo(0, document.documentElement.scrollHeight);
    const { left, top, bottom } = control.getBoundingClientRect();
    return [top + 1, bottom - 1].some((y) => !control.contains(document.elementFromPoint(left + 2, y)));
  });
  assert.equal(isCovered, false);
  reader.assertNoProblems();
  await reader.leave();
});

test('the page keeps its colour while the player is open', async () => {
  const reader = await listener(HERE);
  const { page } = reader;
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await reader.open(urls.chapter(SLUG, first.id));
  const before = await ground();
  await openPlayer(reader, first.id);
  assert.equal(await ground(), before);
  reader.assertNoProblems();
  await reader.leave();
});

test('listening begins at the selected words', async () => {
  const reader = await listener(HERE);
  const { page } = reader;
  await openPlayer(reader, first.id);
  await page.locator('#page-html > p').nth(4).dblclick();
  await page.getByRole('button', { name: 'Start here' }).click();
  const paragraph = (await page.locator('#page-html > p').nth(4).textContent()) ?? '';
  assert.ok(paragraph.includes((await lastSpoken(reader))?.text ?? '-'));
  // A screen reader knows the place of the messages before one comes.
  const messages = page.getByRole('region', { name: 'Listen' }).locator('[aria-live]');
  assert.equal(await messages.textContent(), '');
  assert.notEqual(await messages.evaluate((element) => getComputedStyle(element).display), 'none');
  await page.getByRole('button', { name: 'Stop listening' }).press('Enter');
  assert.equal(await highlighted(reader), '');
  await page.getByRole('button', { name: 'Listen' }).and(page.locator(':focus')).waitFor();
  await reader.leave();
});

test('after the last sentence the next chapter goes on, unless the timer ends with this one', async () => {
  const reader = await listener(HERE);
  const { page } = reader;
  await openPlayer(reader, first.id);
  const goToEnd = async () => {
    await page.locator('#page-html > :last-child').dblclick();
    await page.getByRole('button', { name: 'Start here' }).click();
    // One step for all sentences: between two of them the next chapter could begin, and end as well.
    await page.evaluate(() => {
      while (CSS.highlights.has('spoken-sentence')) window.fakeSpeech.end();
    });
  };
  await page.getByLabel('Sleep timer').selectOption('-1');
  await goToEnd();
  await page.getByRole('button', { name: 'Play' }).waitFor();
  assert.ok(page.url().endsWith(urls.chapter(SLUG, first.id)));
  await page.getByLabel('Sleep timer').selectOption('0');
  await goToEnd();
  await page.waitForURL(`**${urls.chapter(SLUG, second.id)}`);
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  // Address, text and voice change one after the other, and the button may be the one of the chapter before.
  await untilEqual(async () => {
    const text = (await page.locator('#page-html').textContent()) ?? '';
    return text.trimStart().startsWith((await lastSpoken(reader))?.text ?? '-');
  }, true);
  reader.assertNoProblems();
  await reader.leave();
});

test('the sleep timer pauses, and a media key goes on', async () => {
  const reader = await listener(HERE);
  const { page } = reader;
  await page.addInitScript(() => {
    const handlers: Record<string, () => void> = {};
    navigator.mediaSession.setActionHandler = (name, run) => {
      handlers[name] = run as () => void;
    };
    Object.assign(window, { mediaHandlers: handlers });
  });
  await page.clock.install();
  await openPlayer(reader, first.id);
  await page.getByRole('button', { name: 'Play' }).click();
  await page.getByLabel('Sleep timer').selectOption('10');
  await page.clock.runFor(10 * 60_000 + 100);
  await page.getByRole('button', { name: 'Play' }).waitFor();
  await page.evaluate(() =>
    (window as unknown as { mediaHandlers: Record<string, () => void> }).mediaHandlers.play?.(),
  );
  await page.getByRole('button', { name: 'Pause' }).waitFor();
  assert.ok(await page.evaluate(() => navigator.mediaSession.metadata?.title));
  await reader.leave();
});

test('Quick exit ends the speech at once', async () => {
  const reader = await listener(HERE);
  const { page } = reader;
  let isSpeaking: boolean | undefined;
  await reader.context.exposeFunction('noteSpeech', (isNow: boolean) => {
    isSpeaking = isNow;
  });
  await openPlayer(reader, first.id);
  await page.getByRole('region', { name: 'Listen' }).getByRole('button', { name: 'Play' }).click();
  await untilEqual(async () => isSpeaking, true);
  await page.evaluate(() => {
    // The speech has ended before the browser tells of the end of the page.
    window.addEventListener('pagehide', (event) => event.stopImmediatePropagation(), true);
    document.querySelector<HTMLElement>('[data-quick-exit]')?.click();
  });
  await untilEqual(async () => isSpeaking, false);
  await reader.leave();
});

test('a page that is loaded afresh is not spoken over', async () => {
  const reader = await listener(HERE);
  const { page } = reader;
  await reader.context.addInitScript(() => {
    window.noteSpeech = (isSpeaking) => sessionStorage.setItem('isSpeaking', String(isSpeaking));
  });
  await openPlayer(reader, first.id);
  await page.getByRole('region', { name: 'Listen' }).getByRole('button', { name: 'Play' }).click();
  await untilEqual(() => page.evaluate(() => sessionStorage.getItem('isSpeaking')), 'true');
  await page.goto(`${site.url}${urls.faq()}`);
  assert.equal(await page.evaluate(() => sessionStorage.getItem('isSpeaking')), 'false');
  await reader.leave();
});

test('voices that would send the text away can’t be chosen', async () => {
  const reader = await listener([{ name: 'Cloud', lang: 'en-GB', localService: false }]);
  const { page } = reader;
  await openPlayer(reader, first.id);
  await page.getByText(listeningMessages.onlyRemote).waitFor();
  await page.getByRole('button', { name: 'Play' }).click({ force: true });
  assert.equal(await lastSpoken(reader), undefined);
  assert.equal(await page.getByLabel('Voice').count(), 0);
  await reader.leave();
});
