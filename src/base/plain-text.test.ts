import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fits, isBlank, normalizeLine, normalizeLines } from './plain-text.ts';

test('a line keeps its visible characters and loses the invisible ones', () => {
  const table: [string, string][] = [
    ['  The  Ferry\tat\nDusk ', 'The Ferry at Dusk'],
    ['e\u0301lan', 'élan'],
    ['a\u200bd\u200dm\u200ci\u2060n\ufeff\u00ad', 'admin'],
    ['\u202egnp.exe\u202c', 'gnp.exe'],
    ['\u2066x\u2069\u200e\u200f\u061c', 'x'],
    ['bell\u0007 and \u001b[31mred', 'bell and [31mred'],
    ['next\u0085line\u2028and\u2029on', 'next line and on'],
    ['half \ud83d face', 'half \ufffd face'],
    ['<b>&amp;</b>', '<b>&amp;</b>'],
    [' \u200b\u202e\u00a0 ', ''],
  ];
  for (const [typed, expected] of table) assert.equal(normalizeLine(typed), expected, JSON.stringify(typed));
});

test('runs of combining marks are cut at 30', () => {
  const heap = '\u0301\u0316'.repeat(120_000);
  for (const text of [`a${heap}`, `a${heap.replaceAll('\u0316', '\u0316\u200b\u200d')}`]) {
    assert.ok([...normalizeLine(text)].length <= 31, 'so many marks');
    assert.equal(normalizeLine(normalizeLine(text)), normalizeLine(text));
  }
  assert.equal(normalizeLine(`a${'\u0316'.repeat(30)}b`).length, 32);
});

test('joiners stay only where a script or an emoji needs them', () => {
  for (const text of ['👩‍🚀', '👩🏽‍❤️‍💋‍👨🏻', '🏳️‍🌈', 'می‌خواهم', 'क्‍ष', 'ශ්‍රී'])
    assert.equal(normalizeLine(text), text);
  assert.equal(normalizeLine('👩\u200d'), '👩');
  assert.equal(normalizeLine('\u200d\u200d'), '');
});

test('a text of several lines keeps its line breaks', () => {
  assert.equal(normalizeLines(' One.\r\n\r\n\tTwo.\rThree.\u2028Four. \n'), 'One.\n\n\tTwo.\nThree.\nFour.');
  assert.equal(normalizeLines('a\u0000b\u0008c\u202ed'), 'abcd');
});

test('normalising a text twice gives the same text', () => {
  for (const text of [
    'a \u200b\u0301 b',
    '\u0301x',
    'a\u200d\u200db',
    'क\u200d\u200dष',
    '\ud800',
    'x\u200b\u0301',
  ]) {
    assert.equal(normalizeLine(normalizeLine(text)), normalizeLine(text), JSON.stringify(text));
    assert.equal(normalizeLines(normalizeLines(text)), normalizeLines(text), JSON.stringify(text));
  }
});

test('limits count code points', () => {
  assert.equal(fits('😀'.repeat(100), 100), true);
  assert.equal(fits('😀'.repeat(101), 100), false);
  assert.equal(fits('x'.repeat(100), 100), true);
  assert.equal(fits('x'.repeat(101), 100), false);
  assert.equal(fits('', 0), true);
});

test('a text without visible characters is blank', () => {
  for (const text of ['', ' \n\u00a0', '\u200b\u202e', '\u3164\u2800', '\ufe0f'])
    assert.equal(isBlank(text), true, JSON.stringify(text));
  for (const text of ['x', '.', '夜', '😀', '\u0301', '\ufffd'])
    assert.equal(isBlank(text), false, JSON.stringify(text));
});
