import assert from 'node:assert/strict';
import { test } from 'node:test';
import { accountMessages } from './accounts.ts';
import { displayNameProblem, hasHiddenCharacters, lookAlikeKeys } from './display-name.ts';

test('rejects a display name that pretends to act for the site', () => {
  for (const name of [
    ...[
      'Admin',
      'ADMIN',
      'Site Admin',
      'SiteAdmin',
      'A.d.m.i.n',
      'A d m i n',
      'Adm1n',
      'Admln',
      '@dmin',
      'Ådmin',
    ],
    ...['Moderator', 'M0derator', 'Chief Moderator', 'mod', 'ModTeam', 'The Mods', 'Mr. Administrator'],
    ...['Official', '0fficial Account', 'Nightstand', 'N i g h t s t a n d', 'Nightstand Fan', 'night_stand'],
    ...[
      'Verified',
      'Ada (verified)',
      'Support',
      'Support Team',
      'Staff',
      'Ａｄｍｉｎ',
      '𝐀𝐝𝐦𝐢𝐧',
      'Editor',
      'System',
    ],
  ])
    assert.equal(displayNameProblem(name), accountMessages.displayNameStaff, name);
});

test('rejects a display name with symbols, stacked accents, hidden characters or no letter or digit', () => {
  for (const name of [
    '✔ Ada',
    'Ada ✓',
    '✅Ada',
    'Ada ★',
    'Ada™',
    'Ⓥ Ada',
    '👑 Ada',
    'ᴀᴅᴍɪɴ',
    `A${'\u0301'.repeat(9)}`,
  ])
    assert.equal(displayNameProblem(name), accountMessages.displayNameSymbols, name);
  for (const name of ['!!!', '...', '-', '$'])
    assert.equal(displayNameProblem(name), accountMessages.displayNameBlank, name);
  for (const name of ['A\u200bda', 'Ada\u202e', '\u2066Ada', 'Ada\ufe0f', '\u3164', 'A\u00adda'])
    assert.ok(hasHiddenCharacters(name), JSON.stringify(name));
});

test('rejects mixed scripts in a display name, except combinations that one language uses', () => {
  for (const name of ['Mir\u0430', 'Αda', 'Ada Мира', 'Mira מירה', 'Adа'])
    assert.equal(displayNameProblem(name), accountMessages.displayNameScripts, name);
  for (const name of ['Мира', 'Οδυσσέας', '美咲 Misaki', 'ミラ・クイル', '한별 Han', 'محمد', 'क्षत्रिय', 'நிலா'])
    assert.equal(displayNameProblem(name), undefined, name);
});

test('accepts ordinary display names that contain a staff word', () => {
  for (const name of [
    ...[
      '',
      'Ada L.',
      'O’Brien',
      'Müller-Lüdenscheidt',
      'Zoë',
      'Dr. No',
      'Ada & Bo',
      '~mira~',
      'Mira Quill 2',
    ],
    ...[
      'Badminton',
      'Modesty Blaise',
      'Commodore',
      'Staffan',
      'Stafford',
      'unofficial fan',
      'One Night Stand',
    ],
    ...['Quill, the Editor of Dreams', '<b>Ada</b>', 'The Lamplighter', 'Guest House', 'Author Unknown'],
  ])
    assert.equal(displayNameProblem(name), undefined, name);
});

test('look-alike names share a key, and other names do not', () => {
  const areAlike = (a: string, b: string) => {
    const keys = lookAlikeKeys(a);
    return lookAlikeKeys(b).some((key) => keys.includes(key));
  };
  for (const [a, b] of [
    ['mira-quill', 'Mira Quill'],
    ['mira-quill', 'MIRA QUILL'],
    ['mira-quill', 'rnira quill'],
    ['mira-quill', 'mir\u0430-quill'],
    ['Ian', 'lan'],
    ['b0b', 'Bob'],
    ['paul', 'Ρaul'],
    ['quill', 'ｑｕｉｌｌ'],
  ] as const)
    assert.ok(areAlike(a, b), `${a} ${b}`);
  for (const [a, b] of [
    ['mira-quill', 'Mina Quill'],
    ['mira', 'mira2'],
    ['mall', 'mail'],
  ] as const)
    assert.ok(!areAlike(a, b), `${a} ${b}`);
});
