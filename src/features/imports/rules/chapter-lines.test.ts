import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isChapterLine } from './chapter-lines.ts';

test('a line that names a chapter is told from a sentence', () => {
  const names = [
    ...[
      'Chapter 1',
      'CHAPTER ONE',
      'chapter one',
      'Chapter Twenty-One',
      'Chapter 12 Who Goes There?',
      'Chapter IV',
    ],
    ...[
      'Chapter One. The Door.',
      'Chapter: The Door',
      'Chapter - The Door',
      'Chapter — The Door',
      'Part the First',
    ],
    ...['Part One: Summer', 'part ii', 'Book 2', 'Book Two, Spring', 'Prologue', 'Epilogue Ten Years Later'],
    ...[
      'Interlude 2',
      'Preface: To the reader',
      'Kapitel 3',
      'Teil eins',
      'Chapitre premier',
      'Capítulo uno',
    ],
    ...['I', 'IV.', 'XCIX', '12', '12.'],
    ...[
      'Глава 1',
      'ГЛАВА ПЕРВАЯ',
      'Часть вторая. Зима',
      'Эпилог',
      'Capítulo dois',
      'Hoofdstuk 3',
      'Rozdział drugi',
    ],
    ...[
      '第一章',
      '第十二回 风起',
      '第３話：灯',
      '第二部',
      '第1章雨夜',
      '序章',
      'エピローグ',
      '제1장',
      '제 2 화 등불',
    ],
  ];
  for (const line of names) assert.equal(isChapterLine(line), true, line);
  const sentences = [
    ...[
      'Part of her wanted to run.',
      'Part of her',
      'Book after book fell.',
      'Book it, he said.',
      'Book',
      'Part',
    ],
    ...[
      'Chapter after chapter.',
      'Part-time work.',
      'Book-keeping was her trade.',
      'Part one of the plan went well.',
    ],
    ...[
      'Part I did not like.',
      'Part mild, part bitter.',
      'Part mild',
      'Interlude with him was short.',
      'Chapter 1,',
    ],
    ...[
      'Часть её хотела бежать.',
      'Глава семьи',
      'Глава 1,',
      '第一章写得很好。',
      '第二部分是最难的',
      '제1장은 좋았다',
    ],
    ...['Partly', 'Prologues bore her.', 'MIX', 'DID', 'MILD', '1999', '', 'Chapter 1 '.repeat(11)],
  ];
  for (const line of sentences) assert.equal(isChapterLine(line), false, line);
});
