import assert from 'node:assert/strict';
import { test } from 'node:test';
import { archiveDetails } from './archive-details.ts';

const NOTHING = { warnings: [], language: undefined, rating: undefined, series: undefined, stats: '' };

test('a work says whether it is complete by its chapters', () => {
  const statuses = { '3/3': 'complete', '3/7': 'ongoing', '3/?': 'ongoing', '12/12': 'complete' };
  for (const [chapters, status] of Object.entries(statuses))
    assert.deepEqual(archiveDetails({ ...NOTHING, stats: `Words: 9 Chapters: ${chapters}` }).details, {
      status,
    });
  assert.deepEqual(archiveDetails(NOTHING), { language: undefined, details: {}, remarks: [] });
});

test('languages are found by their names in English and in themselves', () => {
  const tags = {
    English: 'en',
    Deutsch: 'de',
    Русский: 'ru',
    '中文-普通话 國語': 'zh',
    'Português brasileiro': 'pt-BR',
    'tlhIngan-Hol': undefined,
    constructor: undefined,
  };
  for (const [language, tag] of Object.entries(tags))
    assert.equal(archiveDetails({ ...NOTHING, language }).language, tag, language);
});

test('warnings become the site’s own; an answer beside a warning is dropped, and an unknown warning is told', () => {
  const read = (...warnings: string[]) => archiveDetails({ ...NOTHING, warnings });
  assert.deepEqual(read('No Archive Warnings Apply').details, { warnings: ['none'] });
  assert.deepEqual(read('Creator Chose Not To Use Archive Warnings').details, { warnings: ['not_told'] });
  assert.deepEqual(read('Creator Chose Not To Use Archive Warnings', 'Rape/Non-Con').details, {
    warnings: ['non_consent'],
  });
  for (const unknown of ['Something Else', 'constructor']) {
    const { details, remarks } = read(unknown);
    assert.deepEqual(details, {});
    assert.match(remarks.join(), new RegExp(`“${unknown}” has no counterpart here`));
  }
});
