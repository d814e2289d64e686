import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countWords } from './count-words.ts';

test('words are counted in every script', () => {
  const table: [string, number][] = [
    ['', 0],
    ['  \n ', 0],
    ['One', 1],
    ['Don’t — ever — say “well-kept” twice.', 5],
    ['£4.50 and 1,000 more', 6],
    ['夜の本', 3],
    ['a 夜 b', 3],
    ['émigré naïve', 2],
    ['émigré naïve'.normalize('NFD'), 2],
    ['كِتَابٌ قَدِيمٌ، وحب', 3],
    ['אַהֲבָה יְשָׁנָה', 2],
    ['نامه‌هایی از کافه', 3],
    ['वह खिड़की के पास बैठी थी।', 6],
    ['사랑은 오래된 도시처럼 남아', 4],
    ['เธอยิ้มและไม่ตอบ', 5],
    ['她笑了，没有回答。', 7],
    ['コーヒーの香り', 7],
  ];
  for (const [text, words] of table) assert.equal(countWords(text), words, JSON.stringify(text));
});
