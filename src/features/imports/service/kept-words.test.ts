import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chapterHtml } from '../rules/imported-story.ts';
import { readImportFile } from './reading.ts';

async function storyFrom(name: string, content: string) {
  const { stories } = await readImportFile(name, Buffer.from(content));
  const [story] = stories;
  assert.ok(story !== undefined);
  return { ...story, texts: story.chapters.map(({ title, sections }) => [title, chapterHtml(sections)]) };
}

/** Everything that readers find of a story. */
async function textOf(name: string, content: string): Promise<string> {
  const { chapters } = await storyFrom(name, content);
  return chapters.flatMap(({ volume, title, sections }) => [volume, title, chapterHtml(sections)]).join('\n');
}

test('a scene between two rules at the beginning of Markdown is no front matter', async () => {
  for (const scene of [
    '\nIt was dark and stormy.\n\nShe ran: fast.\n',
    'It was dark: stormy, too.',
    '# Night\n\n# Day\n',
    '- Who is there?\n- Nobody.',
    'note: of all things\nShe ran.',
  ]) {
    const text = await textOf('x.md', `---\n${scene}\n---\n\nNext.\n`);
    for (const word of scene.match(/\w{3,}/g) ?? []) assert.match(text, new RegExp(word), scene);
    assert.match(text, /<p>Next\.<\/p>$/);
  }
});

test('front matter ends at a line of its own signs alone', async () => {
  const ends = ['---\n', '---', '--- \r\n', '...\n'];
  for (const end of ends) {
    const story = await storyFrom('x.md', `---\r\n# Of a generator\n\ntitle: Tides\r\n${end}\nIt rained.`);
    assert.deepEqual([story.title, story.texts[0]?.[1]], ['Tides', '<p>It rained.</p>'], end);
  }
  const story = await storyFrom('x.md', '---\ntitle: Tides\nnote: y\n----\nIt rained.\n\nIt stopped.');
  assert.match(story.texts.join('\n'), /title: Tides/);
});

test('kisses, silence and a lone dash are words, and signs between two scenes are a break', async () => {
  for (const words of ['xxx', 'x', '...', '…', '—', '×', '+'])
    for (const name of ['x.txt', 'x.html']) {
      const text = name === 'x.txt' ? `One.\n\n${words}\n\nTwo.` : `<p>One.</p><p>${words}</p><p>Two.</p>`;
      const story = await storyFrom(name, text);
      assert.equal(story.texts[0]?.[1], `<p>One.</p>\n<p>${words}</p>\n<p>Two.</p>`);
    }
  for (const signs of ['***', '* * *', '---', '###', '~~~', '⁂', '•••', '◆'])
    assert.equal(
      (await storyFrom('x.txt', `One.\n\n${signs}\n\nTwo.`)).texts[0]?.[1],
      '<p>One.</p>\n<hr>\n<p>Two.</p>',
      signs,
    );
});

test('sentences that open like the name of a chapter stay text', async () => {
  const story = await storyFrom(
    'x.txt',
    'Chapter 1\n\nShe stood.\n\nPart of her wanted to run.\n\nChapter 2\n\nBook after book fell.\n\nChapter after chapter.\n',
  );
  assert.deepEqual(story.texts, [
    ['Chapter 1', '<p>She stood.</p>\n<p>Part of her wanted to run.</p>'],
    ['Chapter 2', '<p>Book after book fell.</p>\n<p>Chapter after chapter.</p>'],
  ]);
  assert.deepEqual(story.warnings, []);
});

test('headings above a chapter name its volume together, and those below the last one stay text', async () => {
  const story = await storyFrom(
    'x.md',
    '# Part One\n\n# Summer\n\n# Chapter 1\n\nText.\n\n# Part Two\n\n## Winter\n\n# Chapter 2\n\nMore.\n\n# Appendix\n\n# Thanks\n',
  );
  assert.deepEqual(
    story.chapters.map(({ volume, title }) => [volume, title]),
    [
      ['Part One: Summer', 'Chapter 1'],
      ['Part Two: Winter', 'Chapter 2'],
    ],
  );
  assert.equal(story.texts[1]?.[1], '<p>More.</p>\n<h2>Appendix</h2>\n<h2>Thanks</h2>');
  assert.deepEqual(story.warnings, [
    '“Part One: Summer” has no text and became the volume of the chapters after it.',
    '“Part Two: Winter” has no text and became the volume of the chapters after it.',
  ]);
});

test('headings that are longer than a volume, or have a footnote, stay text', async () => {
  const long = 'In which nothing happens at all, and nobody is the wiser for it';
  const text = await textOf('x.md', `# ${long}\n\n# ${long} again\n\n# One\n\nText.\n\n# Two\n\nMore.\n`);
  assert.match(text, new RegExp(`${long}.*${long} again.*Text`, 's'));
  const noted = await textOf(
    'x.md',
    '# Part[^1]\n\n# One\n\nText.\n\n# Two\n\nMore.\n\n[^1]: A noted part.\n',
  );
  assert.match(noted, /A noted part/);
});

const own = (chapter: object) =>
  storyFrom('s.json', JSON.stringify({ format: 'nightstand-story', title: 'S', chapters: [chapter] }));

test('a chapter that the editor can save stays whole, with its formatting', async () => {
  const moons = Array.from({ length: 90 }, () => `<p>${'🌙'.repeat(999)}</p>`).join('\n');
  const paragraphs = Array.from({ length: 100 }, () => `<p>${'a b '.repeat(220).trim()}</p>`);
  const scene = `${paragraphs.slice(0, 50).join('\n')}\n<hr>\n${paragraphs.slice(50).join('\n')}\n`;
  const whole = `${scene}<p>${'x'.repeat(100_000 - scene.length - 7)}</p>`;
  assert.equal(whole.length, 100_000);
  const quote = `<blockquote>${'<p><em>a</em> b</p>'.repeat(5_200)}</blockquote>`;
  assert.ok(quote.length > 98_000 && quote.length <= 100_000, String(quote.length));
  for (const content of [moons, whole, quote]) {
    const story = await own({ title: 'Whole', content });
    assert.deepEqual(story.warnings, []);
    assert.deepEqual(story.texts, [['Whole', content]]);
  }
  const longer = await own({ title: 'Longer', content: `${whole}\n<p>y</p>` });
  assert.equal(longer.chapters.length, 2);
});

test('a note is as long as people count it', async () => {
  const note = `<p>${'🌙'.repeat(4_900)}</p>`;
  const { chapters } = await own({ title: 'One', content: '<p>Text.</p>', note_before: note });
  assert.equal(chapters[0]?.noteBefore, note);
});

test('a paragraph that is longer than a chapter is not cut inside a character', async () => {
  const text = await textOf('x.txt', `a${'🌙'.repeat(110_000)}`);
  assert.equal(text.match(/🌙/gu)?.length, 110_000);
});
