import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Import } from '../contract.ts';
import {
  changeChapter,
  divideStory,
  divisionsOf,
  foundStory,
  joinWithPrevious,
  namedLikeFile,
  type PreviewedStory,
  previewedWords,
  splitAt,
  toAccept,
} from './choices.ts';

type Starts = 'heading' | 'page' | 'scene' | 'length';
const section = (number: number, starts: Starts, label: string, level?: number) => ({
  ...{ number, starts, label, word_count: 10 },
  ...(level === undefined ? {} : { level }),
});

const found: Import['stories'][number] = {
  ...{
    number: 1,
    file: 'ferry.md',
    title: 'The Ferry',
    author: null,
    synopsis: '',
    tags: [],
    warnings: [],
    same_title: null,
  },
  chapters: [
    {
      ...{ title: 'One', volume: 'Spring', is_draft: false, word_count: 21 },
      sections: [section(0, 'heading', 'One', 2), section(1, 'scene', ''), section(2, 'heading', 'A', 3)],
    },
    {
      title: 'Two',
      volume: null,
      is_draft: true,
      word_count: 10,
      sections: [section(3, 'heading', 'Two', 2)],
    },
  ],
};
const story = foundStory(found);
const shape = ({ chapters }: Pick<PreviewedStory, 'chapters'>) =>
  chapters.map(({ title, sections }) => [title, ...sections.map(({ number }) => number)]);

test('stories accepted unchanged are sent without their chapters', () => {
  assert.deepEqual(toAccept([story], [found]), [{ number: 1, title: 'The Ferry' }]);
  assert.deepEqual(toAccept([{ ...story, isTaken: false }], [found]), []);
});

test('chapters are joined, split, renamed and left out', () => {
  const joined = joinWithPrevious(story, 1);
  assert.deepEqual(shape(joined), [['One', 0, 1, 2, 3]]);
  const split = splitAt(splitAt(joined, 0, 2), 0, 1);
  assert.deepEqual(shape(split), [
    ['One', 0],
    ['One (2)', 1],
    ['A', 2, 3],
  ]);
  const renamed = changeChapter(changeChapter(split, 1, { title: 'Later' }), 2, { isTaken: false });
  assert.deepEqual(toAccept([{ ...renamed, title: 'New' }], [found]), [
    {
      ...{ number: 1, title: 'New' },
      chapters: [
        { title: 'One', volume: 'Spring', sections: [0] },
        { title: 'Later', volume: 'Spring', sections: [1] },
      ],
    },
  ]);
});

test('a chapter with text of a draft stays a draft, however it is joined, split or divided', () => {
  const drafts = ({ chapters }: Pick<PreviewedStory, 'chapters'>) => chapters.map(({ is_draft }) => is_draft);
  assert.deepEqual(drafts(story), [false, true]);
  const joined = joinWithPrevious(story, 1);
  assert.deepEqual(drafts(joined), [true]);
  assert.deepEqual(drafts(splitAt(joined, 0, 2)), [true, true]);
  assert.deepEqual(drafts({ chapters: divideStory(found, 'scene') }), [false, true]);
  assert.deepEqual(drafts({ chapters: divideStory(found, 'none') }), [true]);
});

test('nothing happens at a place where nothing can be joined or split', () => {
  assert.deepEqual(joinWithPrevious(story, 0), story);
  assert.deepEqual(splitAt(story, 0, 0), story);
  assert.deepEqual(splitAt(story, 9, 1), story);
});

test('a story is divided at the places that it has', () => {
  assert.deepEqual(divisionsOf(found), [
    { division: 'found', count: 2 },
    { division: 'heading-2', count: 2 },
    { division: 'heading-3', count: 3 },
    { division: 'scene', count: 2 },
    { division: 'none', count: 1 },
  ]);
  assert.deepEqual(shape({ chapters: divideStory(found, 'heading-3') }), [
    ['One', 0, 1],
    ['A', 2],
    ['Two', 3],
  ]);
  assert.deepEqual(shape({ chapters: divideStory(found, 'none') }), [['One', 0, 1, 2, 3]]);
});

test('a chapter has the words of its sections, and of the headings inside it', () => {
  assert.deepEqual(story.chapters.map(previewedWords), [31, 10]);
});

test('a text without a heading is a chapter of the name of its file where it joins a story', () => {
  const [one] = found.chapters;
  assert.ok(one !== undefined);
  const untitled = { ...one, title: 'Chapter 1', sections: [section(0, 'page', 'It rained')] };
  const titlesOf = (chapters: (typeof found)['chapters']) =>
    namedLikeFile({ ...found, chapters }).chapters.map(({ title }) => title);
  assert.deepEqual(titlesOf([untitled]), ['The Ferry']);
  assert.deepEqual(titlesOf([{ ...one, title: 'Chapter 1' }]), ['Chapter 1'], 'its heading');
  assert.deepEqual(titlesOf([untitled, one]), ['Chapter 1', 'One']);
  const named = namedLikeFile({ ...found, chapters: [untitled] });
  const accepted = toAccept([foundStory(named)], [{ ...found, chapters: [untitled] }]);
  assert.equal(accepted[0]?.chapters?.[0]?.title, 'The Ferry');
});
