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
