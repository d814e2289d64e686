import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUsableSlug, slugFromTitle, slugFromTyped } from './slugs.ts';

// Spec 5: Slug: typed, suggested (note 4), required
// Interface, Stories: A slug is the title, transliterated, in lower case, with hyphens
test('a title becomes a readable slug', () => {
  const table: [string, string][] = [
    ['The Left Side of the Bed', 'the-left-side-of-the-bed'],
    ['  Élan & Œuvre — “Straße”  ', 'elan-and-oeuvre-strasse'],
    ['Don’t Look', 'dont-look'],
    ['1984', 'story-1984'],
    ['---', 'story'],
    ['a_b', 'a_b'],
    ['_ _', 'story'],
    ['19_84', '19_84'],
    ['1 – 2', '1-2'],
    ['ℌello', 'hello'],
    ['İstanbul', 'istanbul'],
    ['../../etc/passwd', 'etc-passwd'],
  ];
  for (const [title, slug] of table) assert.equal(slugFromTitle(title, 'story'), slug, title);
  assert.ok(slugFromTitle('word '.repeat(100), 'story').length <= 80);
  assert.ok(slugFromTitle('щ'.repeat(100), 'story').length <= 80);
});

// Interface, Stories: A slug is the title, transliterated, in lower case, with hyphens
test('a title in another alphabet becomes a slug that sounds like it', () => {
  const table: [string, string][] = [
    ['Тихая ночь', 'tikhaya-noch'],
    ['Ещё один чай', 'eshche-odin-chai'],
    ['Її ліхтар', 'ii-likhtar'],
    ['Ђорђе и Љиљана', 'djordje-i-ljiljana'],
    ['Το φως της νύχτας', 'to-fos-tis-nychtas'],
    ['Ο ουρανός του Αυγούστου', 'o-ouranos-tou-avgoustou'],
    ['אור בחלון', 'avr-bhlvn'],
    ['רְחוֹב שָׁקֵט', 'rhvb-shkt'],
    ['رسائل قديمة', 'rsayl-qdyma'],
    ['چراغ شب ۲', 'chragh-shb-2'],
    ['さよなら', 'sayonara'],
    ['ラブレター', 'rabureta'],
    ['しゃしんとマッチ', 'shashintomatchi'],
    ['ティータイム、ジャズ', 'titaimu-jazu'],
    ['ﾊﾟｰﾃｨ', 'pati'],
    ['가을 편지', 'gaeul-pyeonji'],
    ['사랑', 'sarang'],
    // Chinese letters have no spelling without a dictionary, and the syllables between them are only endings.
    ['夜の本', 'story'],
    ['旧咖啡馆的来信', 'story'],
    ['東京 Nights', 'nights'],
  ];
  for (const [title, slug] of table) assert.equal(slugFromTitle(title, 'story'), slug, title);
});

// Spec 5: Slug: typed, suggested (note 4), required
test('a typed slug keeps letters, digits, hyphens and underscores', () => {
  const table: [string, string][] = [
    [' My New Slug ', 'my-new-slug'],
    ['a/b?c#d', 'a-b-c-d'],
    ['_Under_score-', '_under_score-'],
    ['Café & Straße', 'cafe---strasse'],
    ['Ночь', 'noch'],
    ['夜', '-'],
    ['😀', '-'],
    ['１２３', '123'],
  ];
  for (const [typed, slug] of table) assert.equal(slugFromTyped(typed), slug, typed);
  for (const slug of ['a', '1-2', '_1', 'x_']) assert.equal(isUsableSlug(slug), true, slug);
  for (const slug of ['', '12', '-', '__-']) assert.equal(isUsableSlug(slug), false, slug);
});
