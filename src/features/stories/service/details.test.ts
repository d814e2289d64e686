import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiCalls } from '#tests/support/api-calls.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import {
  editStory,
  publishStory,
  STORY_DETAILS,
  type StoryDetails,
  storySchema,
} from '../contract/stories.ts';

const { context } = await testDatabase();
const call = apiCalls(await testServer(context));
const mira = await signedIn(context, 'mira');

/** Two values for each detail, so that creating and changing can both be tested. */
const samples: { [Name in keyof StoryDetails]: [StoryDetails[Name], StoryDetails[Name]] } = {
  title: ['Slack Water', 'Spring Tide'],
  synopsis: ['Late.', 'Early.'],
  status: ['ongoing', 'complete'],
  visibility: ['draft', 'members'],
  language: ['en', 'pt-BR'],
  warnings: [['death', 'grief'], ['none']],
  cover_paper: ['moss', null],
  cover_foil: ['rose', 'bone'],
  cover_ornament: ['moth', 'gate'],
  cover_setting: ['label', 'ranged'],
  cover_previews: ['neutral', 'own'],
  books: [false, true],
  full_text_feeds: [true, false],
  notes: [true, false],
  licence: ['CC-BY-4.0', 'CC0-1.0'],
  ai_training: [true, false],
  comments: ['approved', 'off'],
  corrections: ['members', 'off'],
};

for (const name of STORY_DETAILS) {
  test(`an author says the ${name} of a story, and changes it alone`, async () => {
    const [first, second] = samples[name];
    const created = await call(mira, 'POST', '/stories', { title: 'A Story', [name]: first });
    assert.equal(created.status, 201);
    const { id, slug, title } = created.body.data;
    assert.deepEqual(created.body.data[name], first);
    const changed = await call(mira, 'PUT', `/stories/${id}`, { title, slug, [name]: second });
    assert.equal(changed.status, 200);
    const read = (await call(mira, 'GET', `/stories/${id}`)).body.data;
    assert.deepEqual(read[name], second);
    assert.ok(read.updated_at > created.body.data.updated_at);
    // An omitted field stays unchanged, and an equal value is no edit.
    await call(mira, 'PUT', `/stories/${id}`, { title: read.title, slug });
    assert.deepEqual((await call(mira, 'GET', `/stories/${id}`)).body.data, read);
  });
}

test('every detail of a story that can be written can be read', () => {
  const ofCalls = ['id', 'expected_updated_at', 'draft_updated_at'];
  const said = Object.keys({ ...publishStory.input.shape, ...editStory.input.shape });
  assert.ok(said.length > STORY_DETAILS.length);
  for (const name of said) assert.ok(ofCalls.includes(name) || name in storySchema.shape, name);
});

// Interface, In general: A client that knows only the specification finds every call, field and default
// Interface, Stories and chapters: A story is public by default
// Interface, Stories and chapters: language is a BCP 47 tag or null
// Interface, Stories and chapters: Warnings are null while the author has not been asked
// Interface, Conversation: Comments of a story are for members, by default
test('a story is public and says nothing else that its author has not said', async () => {
  const created = (await call(mira, 'POST', '/stories', { title: 'Unsaid' })).body.data;
  const { visibility, status, language, warnings, comments, books, notes } = created;
  assert.deepEqual(
    { visibility, status, language, warnings, comments, books, notes },
    {
      ...{ visibility: 'public', status: null, language: null, warnings: null },
      ...{ comments: 'members', books: true, notes: false },
    },
  );
});

const WARNINGS = [
  ...['violence', 'death', 'non_consent', 'abuse', 'self_harm', 'substance_use', 'horror', 'grief'],
];

// Interface, Stories and chapters: language is a BCP 47 tag or null
// Interface, Stories and chapters: Warnings are a subset of the eight, exactly none, or exactly not_told
test('warnings are a selection, or that there are none, or that the author does not say', async () => {
  const { id, slug } = (await call(mira, 'POST', '/stories', { title: 'Warned' })).body.data;
  const change = (fields: object) =>
    call(mira, 'PUT', `/stories/${id}`, { title: 'Warned', slug, ...fields });
  for (const warnings of [WARNINGS, ['grief'], ['none'], ['not_told'], null])
    assert.deepEqual((await change({ warnings })).body.data.warnings, warnings);
  assert.equal((await change({ warnings: [] })).body.data.warnings, null);
  const wrong: [string, unknown][] = [
    ['warnings', ['none', 'grief']],
    ['warnings', ['not_told', 'none']],
    ['warnings', ['spiders']],
    ['warnings', 'grief'],
    ['visibility', 'hidden'],
    ['visibility', null],
    ['language', 'klingon language'],
    ['language', 7],
    ['comments', 'everyone'],
  ];
  for (const [field, value] of wrong) {
    const { status, body } = await change({ [field]: value });
    assert.deepEqual([status, Object.keys(body.error.fields)], [422, [field]], JSON.stringify(value));
  }
});
