import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import {
  firstPlaceFrom,
  joinedRuns,
  parseListeningSettings,
  placeAfter,
  placeBefore,
  sentencesOf,
  voicesFor,
} from './rules.ts';

const texts = (text: string, language?: string) =>
  sentencesOf(text, language).map(({ start, end }) => text.slice(start, end));

describe('sentences', () => {
  test('end where the language ends them, without the space around them', () => {
    assert.deepEqual(texts(' “Stay,” she said. He stayed!  Why not? ', 'en'), [
      '“Stay,” she said.',
      'He stayed!',
      'Why not?',
    ]);
    assert.deepEqual(texts('灯が消えた。彼は笑った。', 'ja'), ['灯が消えた。', '彼は笑った。']);
  });

  test('without a word are left out', () => {
    assert.deepEqual(texts('* * *'), []);
    assert.deepEqual(texts('  … '), []);
  });

  test('end with a line, and go on over a break of the source', () => {
    const run = (data: string, startsLine: boolean) => ({ data, startsLine, isPreformatted: false });
    const runs = [run('The sea\nwas grey', true), run(' again', false), run('and cold', true)];
    const { text, starts } = joinedRuns(runs);
    assert.deepEqual(texts(text, 'en'), ['The sea was grey again', 'and cold']);
    assert.deepEqual(
      starts.map((start) => text.slice(start, start + 4)),
      ['The ', ' aga', 'and '],
    );
  });

  test('without a space are divided between characters', () => {
    assert.ok(texts(`a${'𠀀'.repeat(400)}`).every((text) => text.isWellFormed()));
  });

  test('in an impossible language are divided as in any', () => {
    assert.deepEqual(texts('One. Two.', 'not a language'), ['One.', 'Two.']);
  });

  test('of any text keep their order, do not overlap and are short', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 2000 }), (text) => {
        let end = 0;
        for (const sentence of sentencesOf(text, 'en')) {
          assert.ok(sentence.start >= end && sentence.end > sentence.start);
          assert.ok(sentence.end - sentence.start <= 300);
          end = sentence.end;
        }
        assert.ok(end <= text.length);
      }),
    );
  });
});

test('places go through all sentences and skip blocks without any', () => {
  const counts = [0, 2, 0, 1];
  assert.deepEqual(firstPlaceFrom(0, counts), { block: 1, sentence: 0 });
  assert.deepEqual(placeAfter({ block: 1, sentence: 0 }, counts), { block: 1, sentence: 1 });
  assert.deepEqual(placeAfter({ block: 1, sentence: 1 }, counts), { block: 3, sentence: 0 });
  assert.equal(placeAfter({ block: 3, sentence: 0 }, counts), undefined);
  assert.deepEqual(placeBefore({ block: 3, sentence: 0 }, counts), { block: 1, sentence: 1 });
  assert.deepEqual(placeBefore({ block: 1, sentence: 0 }, counts), { block: 1, sentence: 0 });
  assert.equal(firstPlaceFrom(0, [0, 0]), undefined);
});

test('only voices of the device are offered, the nearest language first', () => {
  const voice = (name: string, lang: string, localService = true, isDefault = false) => ({
    ...{ name, lang, voiceURI: name, localService, default: isDefault },
  });
  const voices = [
    voice('Cloud', 'en-GB', false),
    voice('Ann', 'en-US', true, true),
    voice('Ben', 'en_GB'),
    voice('Dora', 'de-DE'),
  ];
  const names = (language?: string) => voicesFor(voices, language).map(({ name }) => name);
  assert.deepEqual(names('en-GB'), ['Ben', 'Ann']);
  assert.deepEqual(names('en'), ['Ann', 'Ben']);
  assert.deepEqual(names('fr'), []);
  assert.deepEqual(names(undefined), ['Ann', 'Ben', 'Dora']);
});

test('a story gets a voice of its script and country, by whatever name the device calls its language', () => {
  const named = (...languages: string[]) =>
    languages.map((lang) => ({ name: lang, lang, voiceURI: lang, localService: true, default: false }));
  const chosen = (language: string, ...languages: string[]) =>
    voicesFor(named(...languages), language).map(({ name }) => name);
  assert.deepEqual(chosen('zh-Hans', 'zh-HK', 'zh-TW', 'zh-CN'), ['zh-CN', 'zh-HK', 'zh-TW']);
  assert.deepEqual(chosen('zh-Hant', 'zh-CN', 'zh_HK', 'zh_TW'), ['zh_TW', 'zh_HK', 'zh-CN']);
  assert.deepEqual(chosen('zh', 'cmn-Hant-TW', 'cmn-CN'), ['cmn-CN', 'cmn-Hant-TW']);
  assert.deepEqual(chosen('ar', 'en-US', 'ar-001'), ['ar-001']);
  assert.deepEqual(chosen('ar-EG', 'ar-SA', 'ar_EG'), ['ar_EG', 'ar-SA']);
  assert.deepEqual(chosen('he', 'iw-IL', 'en_US'), ['iw-IL']);
  assert.deepEqual(chosen('en', 'not a language', 'en-GB'), ['en-GB']);
});

test('stored settings that make no sense become the default', () => {
  for (const stored of [null, '', '{', '[]', '"x"', '{"speed":9,"voices":3}'])
    assert.deepEqual(parseListeningSettings(stored), { speed: 1, voices: {} });
  assert.deepEqual(parseListeningSettings('{"speed":1.5,"voices":{"en":"Ann","de":4}}'), {
    speed: 1.5,
    voices: { en: 'Ann' },
  });
});
