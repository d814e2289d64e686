import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importedParagraphs } from '#tests/support/imported-paragraphs.ts';
import { docxOf } from '#tests/support/zip-of.ts';

const run = (text: string, properties = '') =>
  `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const line = (style: string, ...runs: string[]) =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr>${runs.join('')}</w:p>`;
const definition = (attributes: string, id: string, content: string) =>
  `<w:style w:type="${attributes} w:styleId="${id}"><w:name w:val="${id}"/>${content}</w:style>`;

test('emphasis by a style of a Word document is kept, and the look of its own styles is none', async () => {
  const own = 'paragraph" w:customStyle="1"';
  const styles = [
    definition('paragraph"', 'Quote', '<w:rPr><w:i/></w:rPr>'),
    definition(own, 'Letter', '<w:rPr><w:i/></w:rPr>'),
    definition(own, 'Telegram', '<w:basedOn w:val="Letter"/><w:rPr><w:b w:val="1"/></w:rPr>'),
    definition('character" w:customStyle="1"', 'Thought', '<w:rPr><w:i/></w:rPr>'),
    definition('character"', 'Emphasis', '<w:rPr><w:i/></w:rPr>'),
  ].join('');
  const body = [
    line('Normal', run('He thought: '), run('run', '<w:rStyle w:val="Thought"/>'), run('.')),
    line('Letter', run('Dear '), run('you', '<w:i w:val="0"/>'), run('so', '<w:rStyle w:val="Thought"/>')),
    line('Telegram', run('Come')),
    line('Quote', run('Quoted')),
    line('Normal', run('Word', '<w:rStyle w:val="Emphasis"/>')),
  ];
  const document = await docxOf(body.join(''), {
    'word/styles.xml': `<w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${styles}</w:styles>`,
  });
  assert.deepEqual(await importedParagraphs('styles.docx', document), [
    '<p>He thought: <em>run</em>.</p>',
    '<p><em>Dear </em>youso</p>',
    '<p><strong><em>Come</em></strong></p>',
    '<blockquote><p>Quoted</p></blockquote>',
    '<p><em>Word</em></p>',
  ]);
});

test('a Word document keeps the words below a reading, and the line after a carriage return', async () => {
  const ruby = `<w:r><w:ruby><w:rubyPr/><w:rt>${run('kan')}</w:rt><w:rubyBase>${run('漢')}</w:rubyBase></w:ruby></w:r>`;
  const lines = '<w:r><w:t>One</w:t><w:cr/><w:t>Two</w:t></w:r>';
  assert.deepEqual(
    await importedParagraphs('x.docx', await docxOf(`<w:p>${ruby}</w:p><w:p>${lines}</w:p>`)),
    ['<p>漢(kan)</p>', '<p>One<br>Two</p>'],
  );
});
