import assert from 'node:assert/strict';
import { test } from 'node:test';
import { importedParagraphs } from '#tests/support/imported-paragraphs.ts';
import { readImportFile } from './reading.ts';

test('letters that no one can recognise are refused with their remedy, and declared ones are read', async () => {
  const russian = Buffer.from([0xce, 0xed, 0xe0, 0x20, 0xe2, 0xee, 0xf8, 0xeb, 0xe0, 0x2e]);
  const { stories, problems } = await readImportFile('ru.txt', russian);
  assert.deepEqual(stories, []);
  assert.match(problems[0] ?? '', /^ru\.txt: The letters .*Save it as UTF-8 and send it again\.$/);
  for (const declaration of [
    '<meta charset="windows-1251">',
    '<meta content="text/html; charset=windows-1251">',
  ])
    assert.deepEqual(
      await importedParagraphs('ru.html', Buffer.concat([Buffer.from(`${declaration}<p>`), russian])),
      ['<p>Она вошла.</p>'],
    );
  const western = Buffer.from('\x93Où\x94, dit-elle. \x85 Élève, été, à côté.', 'latin1');
  assert.deepEqual(await importedParagraphs('fr.txt', western), [
    '<p>“Où”, dit-elle. … Élève, été, à côté.</p>',
  ]);
});
