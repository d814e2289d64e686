import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { after, test } from 'node:test';
import { cleanHtml } from './html-cleaner.ts';
import { createCleaner } from './html-cleaner-pool.ts';

const chapter = '<p>She waited, <em>all</em> evening, for the <b>ferry</b>.</p>\n'.repeat(1500);
const nested = '<blockquote>'.repeat(8000);

test('a text comes out of a thread as it does without one', async () => {
  const cleaner = createCleaner();
  after(() => cleaner.close());
  assert.deepEqual(await cleaner.clean(chapter), cleanHtml(chapter));
  assert.deepEqual(await cleaner.clean(''), { html: '', text: '', isEmpty: true });
});

test('while a text is being cleaned the site goes on with other things', async () => {
  const cleaner = createCleaner({ threads: 1 });
  after(() => cleaner.close());
  const finished: string[] = [];
  const cleaning = cleaner.clean(nested).then(() => finished.push('the text'));
  await new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));
  finished.push('something else');
  await cleaning;
  assert.deepEqual(finished, ['something else', 'the text']);
});

test('a text that costs too much is given up, and the next author’s is cleaned', async () => {
  const cleaner = createCleaner({ threads: 1 });
  after(() => cleaner.close());
  const costly = cleaner.clean(chapter.repeat(40), 1);
  const next = cleaner.clean('<p>Next.</p>');
  assert.equal(await costly, 'too-hard');
  assert.deepEqual(await next, cleanHtml('<p>Next.</p>'));
});

test('a text that uses up the memory is given up, and the next author’s is cleaned', async () => {
  const cleaner = createCleaner({ threads: 1, memoryMegabytes: 24 });
  after(() => cleaner.close());
  assert.equal(await cleaner.clean('<b><p>'.repeat(400_000), 60_000), 'too-hard');
  assert.deepEqual(await cleaner.clean('<p>Next.</p>'), cleanHtml('<p>Next.</p>'));
});

test('many texts at once are cleaned in turn, and beyond that authors are asked to wait', async () => {
  const cleaner = createCleaner({ threads: 2, waitingMaximum: 20 });
  after(() => cleaner.close());
  const texts = Array.from({ length: 30 }, (_, index) => `<p>Text ${index}</p>`);
  const cleaned = await Promise.all(texts.map((text) => cleaner.clean(text)));
  const refused = cleaned.filter((one) => one === 'too-busy');
  assert.equal(refused.length, 10);
  assert.deepEqual(
    cleaned.slice(0, 20).map((one) => typeof one === 'object' && one.html),
    texts.slice(0, 20),
  );
});

test('a site that closes gives up what waits and cleans no more', async () => {
  const cleaner = createCleaner({ threads: 1 });
  const under = [cleaner.clean(chapter), cleaner.clean(chapter)];
  await cleaner.close();
  assert.deepEqual(await Promise.all(under), ['too-busy', 'too-busy']);
  assert.equal(await cleaner.clean('<p>late</p>'), 'too-busy');
});

test('a process that has nothing else to do ends, although its threads are there', () => {
  const pool = new URL('./html-cleaner-pool.ts', import.meta.url).href;
  const program = `const { createCleaner } = await import('${pool}');
    const cleaned = await createCleaner().clean('<p>One.</p>');
    process.stdout.write(cleaned.html);`;
  const options = { encoding: 'utf8', timeout: 60_000 } as const;
  assert.equal(
    execFileSync(process.execPath, ['--input-type=module', '-e', program], options),
    '<p>One.</p>',
  );
});
