import assert from 'node:assert/strict';
import { test } from 'node:test';
import { docxOf, epubOf, zipOf } from '#tests/support/zip-of.ts';
import { chapterHtml, chapterWords } from '../rules/imported-story.ts';
import { readInThread } from './read-in-thread.ts';
import { readImportFile } from './reading.ts';

async function storyFrom(name: string, content: string | Buffer) {
  const { stories, problems } = await readImportFile(name, Buffer.from(content));
  assert.deepEqual(problems, []);
  assert.equal(stories.length, 1);
  const [story] = stories;
  assert.ok(story !== undefined);
  return { ...story, texts: story.chapters.map(({ title, sections }) => [title, chapterHtml(sections)]) };
}

async function problemOf(name: string, content: string | Buffer): Promise<string> {
  const { stories, problems } = await readImportFile(name, Buffer.from(content));
  assert.deepEqual(stories, []);
  assert.equal(problems.length, 1);
  // One sentence for a person: the name of the file, and what is the matter.
  assert.match(problems[0] ?? '', /^[^\n]{1,200}\.$/);
  return problems[0] ?? '';
}

const paragraph = (text: string, properties = '', run = '') =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:rPr>${run}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const style = (name: string) => `<w:pStyle w:val="${name}"/>`;

// Interface, Stories and chapters: Chapters split at the top heading level
test('Markdown with several top headings is divided at them', async () => {
  const story = await storyFrom(
    'My_Tale.md',
    '---\ntitle: "The Tale"\ntags: ["slow burn", "sea"]\n---\n# One\n\nIt was *dark*.\n\n***\n\n> A quote\n\n# Two\n\n- a\n- b\n\n**End.**',
  );
  assert.equal(story.title, 'The Tale');
  assert.deepEqual(story.tags, ['slow burn', 'sea']);
  assert.deepEqual(story.texts, [
    ['One', '<p>It was <em>dark</em>.</p>\n<hr>\n<blockquote><p>A quote</p></blockquote>'],
    ['Two', '<ul><li>a</li><li>b</li></ul>\n<p><strong>End.</strong></p>'],
  ]);
});

test('tags of front matter come along as a list in brackets, with commas, or one a line', async () => {
  for (const tags of [
    "tags: [Slow burn, 'sea']",
    'tags: Slow burn, sea',
    'tags: "slow burn, sea"',
    'tags:\r\n  - slow burn\r\n  - "sea"',
    'tags:\n- slow burn\n\n- sea\naliases:\n- Harbour',
    'my-list:\n- Harbour\ntags: slow burn, sea',
  ]) {
    const story = await storyFrom('x.md', `---\ntitle: Tides\n${tags}\n---\n\nIt rained.`);
    assert.deepEqual([story.title, story.tags], ['Tides', ['slow burn', 'sea']], tags);
  }
});

test('a synopsis of front matter may have several lines, kept or joined', async () => {
  const lines = '  She keeps the light.\n  He keeps the boat.\n\n  - Nobody keeps the cat: it keeps them.';
  const storyWith = (field: string) => storyFrom('x.md', `---\n${field}\ntags: sea\n---\n\nIt rained.`);
  const kept = await storyWith(`synopsis: |\n${lines}`);
  assert.equal(
    kept.synopsis,
    'She keeps the light.\nHe keeps the boat.\n\n- Nobody keeps the cat: it keeps them.',
  );
  assert.deepEqual(kept.tags, ['sea']);
  const joined = await storyWith(`description: >-\n${lines}`);
  assert.equal(
    joined.synopsis,
    'She keeps the light. He keeps the boat.\n\n- Nobody keeps the cat: it keeps them.',
  );
});

test('tags that are too long are left out, and the preview says so', async () => {
  const story = await storyFrom('x.md', `---\ntags: sea, ${'a'.repeat(51)}\n---\n\nIt rained.`);
  assert.deepEqual([story.tags, story.warnings], [['sea'], ['Left out: 1 tag of more than 50 characters.']]);
});

// Interface, Stories and chapters: Chapters split at the second level if the top one has a single heading
test('a single top heading is the title, and the second level divides', async () => {
  const story = await storyFrom(
    'x.md',
    '# The Book\n\n## First\n\nA.\n\n### Inside\n\nB.\n\n## Second\n\nC.',
  );
  assert.equal(story.title, 'The Book');
  assert.deepEqual(story.texts, [
    ['First', '<p>A.</p>\n<h3>Inside</h3>\n<p>B.</p>'],
    ['Second', '<p>C.</p>'],
  ]);
});

// Interface, Stories and chapters: An import lists title, chapters with word_count, and warnings of each story
test('text before the first heading is kept, unless it repeats title and author', async () => {
  const imported = await storyFrom('x.md', 'For my mother.\n\n# One\n\nA.\n\n# Two\n\nB.');
  assert.equal(imported.texts[0]?.[1], '<p>For my mother.</p>');
  assert.match(imported.warnings[0] ?? '', /before the first heading/);
  const titled = await storyFrom('x.html', '<title>A Tale</title><p>A Tale<h1>One</h1>A<h1>Two</h1>B');
  assert.deepEqual(
    titled.texts.map(([title]) => title),
    ['One', 'Two'],
  );
});

test('a title that a converter repeats, and its table of contents, begin no chapter', async () => {
  const title = '<head><title>A Tale</title></head><header><h1>A Tale</h1><p>Ada Quill</p></header>';
  const contents = '<h1>Table of Contents</h1><p>A Tale<br>One</p><p>Two</p>';
  const story = await storyFrom(
    'x.html',
    `${title}<meta name="author" content="Ada Quill">${contents}<h1>A Tale</h1><p>by Ada Quill</p><h2>One</h2><p>A.</p><h2>Two</h2><p>B.</p>`,
  );
  assert.deepEqual(story.texts, [
    ['One', '<p>A.</p>'],
    ['Two', '<p>B.</p>'],
  ]);
  assert.deepEqual(story.warnings, []);
  const named = await storyFrom('y.md', '# Contents\n\nOne may be content.\n\n# One\n\nA.');
  assert.deepEqual(named.texts, [
    ['Contents', '<p>One may be content.</p>'],
    ['One', '<p>A.</p>'],
  ]);
});

test('footnotes at the end of a document go to the end of the chapters that they belong to', async () => {
  const mark = (n: number) => `<sup><a href="#fn${n}" id="ref${n}">${n}</a></sup>`;
  const note = (n: number, text: string) =>
    `<li id="fn${n}"><p>${text} <a href="#ref${n}">↑</a></p><p>More.</p></li>`;
  const story = await storyFrom(
    'x.html',
    `<h1>One</h1><p>Rain${mark(1)} fell.</p><p>All night.</p><h1>Two</h1><p>Sun${mark(2)}.</p>
     <section><hr><h2>Notes</h2><ol>${note(1, 'Cold rain.')}${note(2, 'At last.')}</ol></section>`,
  );
  assert.deepEqual(story.texts, [
    ['One', '<p>Rain[1] fell.</p>\n<p>All night.</p>\n<hr>\n<p>[1] Cold rain.</p>\n<p>More.</p>'],
    ['Two', '<p>Sun[2].</p>\n<hr>\n<p>[2] At last.</p>\n<p>More.</p>'],
  ]);
  // A list of contents and the way back to it are no footnotes.
  const listed = await storyFrom(
    'y.html',
    '<p><a id="b1" href="#c1">1</a></p><h1><a id="c1" href="#b1">One</a></h1><p>A.</p>',
  );
  assert.deepEqual(listed.texts.at(-1), ['One', '<p>A.</p>']);
});

test('footnotes of Markdown go to the end of their chapters, and one without a mark stays', async () => {
  const story = await storyFrom(
    'x.md',
    '# One\n\nRain[^r] fell[^none].\n\n# Two\n\nSun[^2].\n\n[^r]: *Cold* rain.\n\n    More.\n[^2]: At last.\n[^lost]: Kept.',
  );
  assert.deepEqual(story.texts, [
    ['One', '<p>Rain[1] fell[^none].</p>\n<hr>\n<p>[1] <em>Cold</em> rain.</p>\n<p>More.</p>'],
    ['Two', '<p>Sun[2].</p>\n<p>[lost]</p>\n<p>Kept.</p>\n<hr>\n<p>[2] At last.</p>'],
  ]);
  // One text knows nothing of another, even of one that could not be read.
  const nested = `[^a]: x\n\n${'>'.repeat(300)} y[^a]`;
  await assert.rejects(storyFrom('x.md', nested), /too deeply/);
  const { texts } = await storyFrom('x.md', 'A[^a].');
  assert.deepEqual(
    texts.map(([, html]) => html),
    ['<p>A[^a].</p>'],
  );
});

test('a footnote of several marks is there once, and each chapter may count anew', async () => {
  const story = await storyFrom(
    'x.md',
    '# One\n\nRain[^1] and rain[^1].\n\n[^1]: Cold.\n\n# Two\n\nSun[^1].\n\nMore[^2].\n\n[^1]: Warm.\n[^2]: Late.',
  );
  assert.deepEqual(story.texts, [
    ['One', '<p>Rain[1] and rain[1].</p>\n<hr>\n<p>[1] Cold.</p>'],
    ['Two', '<p>Sun[2].</p>\n<p>More[3].</p>\n<hr>\n<p>[2] Warm.</p>\n<p>[3] Late.</p>'],
  ]);
});

test('emphasis ends before a word joiner', async () => {
  const { texts } = await storyFrom('x.md', '*Midnight.*\u2060—I have *hope*\u2060.');
  assert.deepEqual(
    texts.map(([, html]) => html),
    ['<p><em>Midnight.</em>—I have <em>hope</em>.</p>'],
  );
});

test('a heading without text becomes the volume of the chapters after it', async () => {
  const story = await storyFrom(
    'x.md',
    '# Part One\n\n# A\n\nText.\n\n# B\n\nText.\n\n# Part Two\n\n# C\n\nText.',
  );
  assert.deepEqual(
    story.chapters.map(({ title, volume }) => [volume, title]),
    [
      ['Part One', 'A'],
      ['Part One', 'B'],
      ['Part Two', 'C'],
    ],
  );
});

test('a Word document keeps italics, scene breaks, alignment and page breaks', async () => {
  const story = await storyFrom(
    'My Novel.docx',
    await docxOf(
      [
        paragraph('Chapter the First', style('Heading1')),
        paragraph('She waited.', '', '<w:i/>'),
        paragraph('* * *'),
        paragraph('In the middle', '<w:jc w:val="center"/>'),
        paragraph('Chapter the Second', style('Heading1')),
        '<w:p><w:r><w:t>He came.</w:t></w:r></w:p>',
      ].join(''),
    ),
  );
  assert.equal(story.title, 'My Novel');
  assert.deepEqual(story.texts, [
    ['Chapter the First', '<p><em>She waited.</em></p>\n<hr>\n<p class="align-center">In the middle</p>'],
    ['Chapter the Second', '<p>He came.</p>'],
  ]);
  const pages = await storyFrom(
    'pages.docx',
    await docxOf(paragraph('One.') + paragraph('Two.', '<w:pageBreakBefore/>')),
  );
  assert.deepEqual(
    pages.texts.map(([, html]) => html),
    ['<p>One.</p>', '<p>Two.</p>'],
  );
});

test('the cells of a table become paragraphs, and the author is told', async () => {
  const rows = '<tr><th>Day</th><th>Tide</th></tr><tr><td>Monday</td><td>high at nine</td></tr>';
  const html = `<title>Tides</title><h1>One</h1><p>Before.</p><table>${rows}</table><p>After.</p>`;
  const story = await storyFrom('tides.html', Buffer.from(html));
  const lines = ['Before.', 'Day', 'Tide', 'Monday', 'high at nine', 'After.'];
  assert.deepEqual(story.texts, [['One', lines.map((line) => `<p>${line}</p>`).join('\n')]]);
  assert.deepEqual(story.warnings, ['1 table written out as paragraphs, cell by cell. Every word is there.']);
});

test('an element with more parts than a call can have arguments is read', async () => {
  const lines = 'A line.<br>'.repeat(65_000);
  const { chapters } = await storyFrom('lines.html', `<title>Lines</title><h1>One</h1><poem>${lines}</poem>`);
  const texts = chapters.flatMap(({ sections }) => chapterHtml(sections).match(/A line\./g) ?? []);
  assert.equal(texts.length, 65_000);
});

test('a table of one cell is a frame, of which the author is told nothing', async () => {
  const frame = '<table><tr><td><p>Before.</p><p>After.</p></td></tr></table>';
  const story = await storyFrom('framed.html', Buffer.from(`<title>Framed</title><h1>One</h1>${frame}`));
  assert.deepEqual(story.texts, [['One', '<p>Before.</p>\n<p>After.</p>']]);
  assert.deepEqual(story.warnings, []);
});

test('an EPUB is read in the order of its spine, with XHTML that closes every element', async () => {
  const story = await storyFrom(
    'small.epub',
    await epubOf([
      '<h1>A Small Book</h1><p>Ada Quill</p>',
      '<section><h1>I</h1><p>One <i>word</i>.<a id="page2"/> More.</p><img src="a.png" alt=""/></section>',
      '<h1>II</h1><p><![CDATA[Two < three]]></p>',
    ]),
  );
  assert.deepEqual([story.title, story.author, story.language], ['A Small Book', 'Ada Quill', 'en']);
  assert.deepEqual(story.texts, [
    ['I', '<p>One <em>word</em>. More.</p>'],
    ['II', '<p>Two &lt; three</p>'],
  ]);
  assert.match(story.warnings.join(), /1 picture left out/);
});

test('an EPUB without headings takes the names of its list of contents', async () => {
  const ncx =
    '<ncx><navMap><navPoint><navLabel><text>The Ferry</text></navLabel><content src="text%200.xhtml"/></navPoint><navPoint><navLabel><text>The Quay</text></navLabel><content src="text%201.xhtml#x"/></navPoint></navMap></ncx>';
  const opf =
    '<package><metadata/><manifest><item id="a" href="text%200.xhtml"/><item id="b" href="text%201.xhtml"/><item id="n" href="toc.ncx" media-type="application/x-dtbncx+xml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>';
  const story = await storyFrom(
    'x.epub',
    await epubOf(['<p>One.</p>', '<p>Two.</p>'], { 'OPS/toc.ncx': ncx, 'OPS/book.opf': opf }),
  );
  assert.deepEqual(
    story.texts.map(([title]) => title),
    ['The Ferry', 'The Quay'],
  );
});

test('a download of the Archive of Our Own gives title, author, summary, tags, details and notes', async () => {
  const meta = (n: number) =>
    `<div class="meta group"><h2 class="heading">Chapter ${n}: Night ${n}</h2><p>Chapter Notes</p><blockquote class="userstuff"><p>Note ${n}.</p></blockquote></div><div class="userstuff"><p>Text ${n}.</p><hr/><p>More.</p></div>`;
  const story = await storyFrom(
    'Work.html',
    `<!DOCTYPE html><html><head><title>Harbour - ada - Fandom</title></head><body><div id="preface"><p class="message">Posted originally on the <a href="x">Archive of Our Own</a></p><div class="meta"><dl class="tags"><dt>Rating:</dt><dd><a>Teen And Up Audiences</a></dd><dt>Archive Warnings:</dt><dd><a>Major Character Death</a>, <a>Graphic Depictions Of Violence</a></dd><dt>Fandom:</dt><dd><a>Original Work</a></dd><dt>Relationships:</dt><dd><a>Ada/Bea</a></dd><dt>Language:</dt><dd>Français</dd><dt>Stats:</dt><dd>Published: 2019-06-01
  Completed: 2019-07-04
  Words: 1,234
  Chapters: 2/2</dd><dt>Additional Tags:</dt><dd><a>Slow Burn</a>, <a>Sea</a></dd></dl><h1>Harbour</h1><div class="byline">by <a rel="author">ada</a></div><p>Summary</p><blockquote class="userstuff"><p>Two boats.</p></blockquote></div></div><div id="chapters" class="userstuff">${meta(1)}${meta(2)}<div class="meta" id="endnotes2"><p>Chapter End Notes</p><blockquote class="userstuff"><p>Bye.</p></blockquote></div></div><div id="afterword"><p class="message">Please comment</p></div></body></html>`,
  );
  assert.deepEqual(
    [story.title, story.author, story.synopsis, story.tags],
    ['Harbour', 'ada', 'Two boats.', ['ada/bea', 'slow burn', 'sea']],
  );
  assert.deepEqual(
    [story.language, story.details, story.warnings],
    [
      'fr',
      { status: 'complete', warnings: ['death', 'violence'] },
      ['Not taken over: the rating “Teen And Up Audiences”, the day it was published there (2019-06-01).'],
    ],
  );
  assert.deepEqual(story.texts, [
    ['Chapter 1: Night 1', '<p>Text 1.</p>\n<hr>\n<p>More.</p>'],
    ['Chapter 2: Night 2', '<p>Text 2.</p>\n<hr>\n<p>More.</p>'],
  ]);
  assert.deepEqual(
    story.chapters.map(({ noteBefore, noteAfter }) => [noteBefore, noteAfter]),
    [
      ['<p>Note 1.</p>', ''],
      ['<p>Note 2.</p>', '<p>Bye.</p>'],
    ],
  );
});

test('plain text is divided at lines that name a chapter, and joins wrapped lines', async () => {
  const line = 'It was a long line that somebody wrapped at some width of columns,';
  const story = await storyFrom('tale.txt', `CHAPTER I\n\n${line}\nand it went on.\n\nII\n\nThe end.\n`);
  assert.deepEqual(story.texts, [
    ['CHAPTER I', `<p>${line} and it went on.</p>`],
    ['II', '<p>The end.</p>'],
  ]);
  const latin = await storyFrom('latin.txt', Buffer.from('caf\xe9', 'latin1'));
  assert.equal(latin.texts[0]?.[1], '<p>café</p>');
});

test('a chapter that no editor could save is divided, and every word stays', async () => {
  const words = Array.from({ length: 30_000 }, (_, n) => `word${n}`);
  const paragraphs = Array.from({ length: 300 }, (_, n) => words.slice(n * 100, n * 100 + 100).join(' '));
  const story = await storyFrom('long.md', `# Long\n\n${paragraphs.join('\n\n')}\n\n# Short\n\nx`);
  assert.ok(story.chapters.length > 3, `${story.chapters.length} chapters`);
  assert.equal(story.chapters[1]?.title, 'Long (2)');
  assert.match(story.warnings.join(), /“Long” is longer/);
  for (const [, html] of story.texts) assert.ok((html ?? '').length <= 100_000);
  const text = story.texts.map(([, html]) => html).join(' ');
  for (const word of words) assert.ok(text.includes(word), word);
  const single = await storyFrom('single.md', `# A\n\n${words.join(' ')}\n\n# B\n\nx`);
  assert.equal(
    single.chapters.reduce((sum, { sections }) => sum + chapterWords(sections), 0),
    30_001,
  );
});

test('a chapter of notes alone is kept, with its notes as the text, and its author is told', async () => {
  const chapters = [
    { title: 'One', content: '<p>She waited.</p>', note_before: '<p>For Mira.</p>' },
    {
      title: 'Thanks',
      content: '',
      note_before: '<p>To the keeper.</p>',
      note_after: '<p>And the crew.</p>',
    },
    { title: 'Nothing', content: '' },
  ];
  const source = JSON.stringify({ format: 'nightstand-story', title: 'The Ferry', chapters });
  const story = await storyFrom('ferry.json', source);
  assert.deepEqual(story.texts, [
    ['One', '<p>She waited.</p>'],
    ['Thanks', '<p>To the keeper.</p>\n<p>And the crew.</p>'],
  ]);
  assert.deepEqual(
    story.chapters.map(({ noteBefore, noteAfter }) => [noteBefore, noteAfter]),
    [
      ['<p>For Mira.</p>', ''],
      ['', ''],
    ],
  );
  assert.deepEqual(story.warnings, ['“Thanks” had notes and no text, so its notes became the text.']);
});

test('a heading that is longer than a title stays in the text', async () => {
  const heading = 'A very long heading '.repeat(8).trim();
  const story = await storyFrom('x.md', `# ${heading}\n\nA.\n\n# Two\n\nB.`);
  assert.ok((story.texts[0]?.[0] ?? '').length <= 100);
  assert.equal(story.texts[0]?.[1], `<h2>${heading}</h2>\n<p>A.</p>`);
});

test('a text of one chapter is called by its heading, unless that only counts', async () => {
  assert.equal((await storyFrom('01-lamp.html', '<h1>The Lamp</h1><p>Lit.</p>')).title, 'The Lamp');
  assert.equal((await storyFrom('lamp.html', '<h1>Chapter 1</h1><p>Lit.</p>')).title, 'lamp');
  assert.equal(
    (await storyFrom('lamp.html', '<h1>Dusk</h1><p>Lit.</p><h1>Dawn</h1><p>Out.</p>')).title,
    'lamp',
  );
  assert.equal(
    (await storyFrom('01.html', '<title>Lamps</title><h1>The Lamp</h1><p>Lit.</p>')).title,
    'Lamps',
  );
});

test('a ZIP gives a story for each file, and a sentence for each that can’t be read', async () => {
  const { stories, problems } = await readImportFile(
    'all.zip',
    await zipOf({
      'a.md': 'One.',
      'sub/b.docx': await docxOf(paragraph('Two.')),
      'c.txt': '',
      '__MACOSX/._a.md': 'x',
      'd.zip': await zipOf({ 'x.md': 'x' }),
    }),
  );
  assert.deepEqual(
    stories.map(({ title }) => title),
    ['a', 'b'],
  );
  assert.equal(problems.length, 2);
  assert.match(problems.join(), /c\.txt: The file is empty\..*d\.zip: A ZIP inside a ZIP is not opened\./s);
});

test('hostile and broken files are refused with one sentence', async () => {
  const bomb = await zipOf({ 'a.txt': Buffer.alloc(30 * 2 ** 20) });
  assert.match(await problemOf('bomb.zip', bomb), /unpacks to far more/);
  assert.match(
    await problemOf('bomb.docx', await zipOf({ 'word/document.xml': Buffer.alloc(30 * 2 ** 20) })),
    /unpacks/,
  );
  const outside = await zipOf({ 'xx/xx.txt': 'x' });
  const traversal = Buffer.from(outside.toString('latin1').replaceAll('xx/xx.txt', '../aa.txt'), 'latin1');
  assert.match(await problemOf('evil.zip', traversal), /damaged/);
  const many = await zipOf(Object.fromEntries(Array.from({ length: 5_001 }, (_, n) => [`${n}.txt`, ''])));
  assert.match(await problemOf('many.zip', many), /more than 5000 files/);
  assert.match(await problemOf('cut.docx', bomb.subarray(0, bomb.length / 2)), /damaged/);
  assert.match(await problemOf('x.docx', 'no zip at all'), /damaged/);
  assert.match(await problemOf('x.pdf', '%PDF-1.7 …'), /can’t be read/);
  assert.match(await problemOf('x.doc', Buffer.from('d0cf11e0a1b11ae100', 'hex')), /can’t be read/);
  assert.match(await problemOf('x.json', '{"title": 1}'), /JSON/);
  assert.match(await problemOf('x.json', '{'), /JSON/);
  assert.match(await problemOf('empty.md', ''), /empty/);
  assert.match(await problemOf('blank.md', '# Only a heading'.replace('Only a heading', ' ')), /no text/);
  assert.match(
    await problemOf('x.epub', await zipOf({ 'META-INF/container.xml': '<container/>' })),
    /damaged/,
  );
});

test('no entity is expanded and no file is opened', async () => {
  const dtd = '<!DOCTYPE x [<!ENTITY a "BOOM"><!ENTITY f SYSTEM "file:///etc/passwd">]>';
  const docx = await docxOf('', { 'word/document.xml': `${dtd}<w:document>&a;&f;</w:document>` });
  assert.match(await problemOf('xxe.docx', docx), /entities/);
  const xhtml = `<?xml version="1.0"?>${dtd}<html><body><h1>A</h1><p>&a; &f; end</p></body></html>`;
  const story = await storyFrom(
    'xxe.epub',
    await epubOf(['', '<h1>B</h1><p>b</p>'], { 'OPS/text 0.xhtml': xhtml }),
  );
  assert.equal(story.texts[0]?.[1], '<p>&amp;a; &amp;f; end</p>');
});

test('a file nested without end neither blocks nor ends the site', async () => {
  const deep = await readImportFile('deep.html', Buffer.from(`${'<div>'.repeat(20_000)}x`));
  assert.equal(deep.stories.length + deep.problems.length, 1);
  const quotes = await readImportFile('deep.md', Buffer.from(`${'>'.repeat(5_000)} x`));
  assert.equal(quotes.stories.length + quotes.problems.length, 1);
  const tooLittle = { cpuMilliseconds: 60_000, memoryMegabytes: 8 };
  const exhausted = await readInThread('big.md', Buffer.from('# A\n\nx y z\n\n'.repeat(200_000)), tooLittle);
  assert.match(exhausted.problems[0] ?? '', /too complicated to read/);
  const thread = await readInThread('a.md', Buffer.from('# A\n\nText.'));
  assert.equal(thread.stories[0]?.chapters[0]?.title, 'A');
});
