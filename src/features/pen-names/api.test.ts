import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { updateRankings } from '#features/reactions/service/rankings.ts';
import type { Story } from '#features/stories/contract/stories.ts';
import { apiCalls } from '#tests/support/api-calls.ts';
import { watchPurges } from '#tests/support/purged-tags.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { MAX_PEN_NAMES, MAX_RETIRED_PEN_NAMES, type PenName, penNameMessages } from './contract.ts';

const { context, connectionString } = await testDatabase();
const call = apiCalls(await testServer(context));
const mira = await signedIn(context, 'mira');
const tomas = await signedIn(context, 'tomas');

type Person = typeof mira;

async function add(person: Person, username: string, fields: object = {}): Promise<PenName> {
  const { status, body } = await call(person, 'POST', '/pen-names', { username, ...fields });
  assert.equal(status, 201, JSON.stringify(body));
  return body.data;
}

const namesOf = async (person: Person): Promise<PenName[]> =>
  (await call(person, 'GET', '/pen-names')).body.data.pen_names;

async function publish(person: Person, title: string, author_username?: string): Promise<Story> {
  const { status, body } = await call(person, 'POST', '/stories', { title, author_username });
  assert.equal(status, 201, JSON.stringify(body));
  const chapter = { title: 'One', content: '<p>Once.</p>' };
  assert.equal((await call(person, 'POST', `/stories/${body.data.id}/chapters`, chapter)).status, 201);
  return body.data;
}

const profile = (person: Person | undefined, username: string) =>
  call(person, 'GET', `/accounts/users/${username}`);

// Interface, Identity: A pen name is id, username, display_name, bio, plate, is_default and story_count
// Interface, Identity: The default pen name has the account’s id
// Interface, Identity: GET /pen-names lists one’s own in data.pen_names
test('every account starts with a pen name equal to its username', async () => {
  assert.deepEqual(await namesOf(mira), [
    {
      ...{ id: mira.id, username: 'mira', display_name: '', bio: '', plate: 'M' },
      ...{ is_default: true, story_count: 0, series_count: 0, list_count: 0, profile_public: false },
    },
  ]);
});

// Interface, Identity: POST adds a pen name; PUT and DELETE /pen-names/{id} change one’s own alone
// Interface, Identity: author_username, author_id, /author/:username and /accounts/users/{username} refer to pen names
// Interface, Identity: A story takes author_username; without it, it has the default pen name
test('a pen name is added, found by readers with its first story, renamed and retired', async () => {
  const night = await add(mira, 'Night-Quill', { display_name: 'The Night Quill', bio: 'After dark.' });
  assert.deepEqual([night.plate, night.is_default], ['T', false]);
  assert.ok(night.id >= 2 ** 40 && night.id < 10 ** 15);
  assert.equal((await profile(undefined, 'night-quill')).status, 404);
  assert.equal((await profile(mira, 'night-quill')).body.data.profile.is_private, true);
  const story = await publish(mira, 'After Dark', 'night-quill');
  assert.deepEqual(
    [story.author_username, story.author_display_name, story.author_id],
    ['Night-Quill', 'The Night Quill', night.id],
  );
  const found = (await profile(tomas, 'NIGHT-quill')).body.data.profile;
  assert.deepEqual([found.id, found.account_id, found.bio], [night.id, night.id, 'After dark.']);
  assert.ok(!JSON.stringify(found).includes('mira'));

  const path = `/pen-names/${night.id}`;
  const renamed = await call(mira, 'PUT', path, { username: 'Late-Quill', display_name: '' });
  assert.deepEqual([renamed.status, renamed.body.data.username], [200, 'Late-Quill']);
  assert.equal((await profile(undefined, 'night-quill')).status, 404);
  assert.equal(
    (await call(undefined, 'GET', `/stories/${story.id}`)).body.data.author_username,
    'Late-Quill',
  );
  // Nobody else gets the former name; its owner may take it up again.
  assert.equal((await call(tomas, 'POST', '/pen-names', { username: 'night-quill' })).status, 409);

  const refused = await call(mira, 'DELETE', path);
  assert.deepEqual([refused.status, refused.body.message], [422, penNameMessages.hasStories]);
  const deleted = await call(mira, 'DELETE', `/stories/${story.id}`);
  // A name whose stories can be restored stays.
  assert.equal((await call(mira, 'DELETE', path)).status, 422);
  await call(mira, 'DELETE', `/trash/${deleted.body.data.trash_id}`);
  assert.equal((await call(mira, 'DELETE', path)).status, 200);
  assert.deepEqual(
    (await namesOf(mira)).map(({ username }) => username),
    ['mira'],
  );
  assert.equal((await profile(mira, 'late-quill')).status, 404);
  assert.equal(
    (await call(mira, 'POST', '/stories', { title: 'X', author_username: 'Late-Quill' })).status,
    403,
  );
  assert.equal((await call(tomas, 'POST', '/pen-names', { username: 'late-quill' })).status, 409);
  assert.equal((await add(mira, 'late-quill')).id, night.id);
  assert.equal((await call(mira, 'DELETE', path)).status, 200);
});

test('cached pages of a story are purged when its pen name is renamed', async () => {
  const { id } = await add(mira, 'Cached-Quill');
  const story = await publish(mira, 'Cached', 'cached-quill');
  const purgedBy = await watchPurges(connectionString);
  for (const body of [{ username: 'Renamed-Quill' }, { display_name: 'The Renamed Quill' }]) {
    const purged = await purgedBy(async () => {
      assert.equal((await call(mira, 'PUT', `/pen-names/${id}`, body)).status, 200);
    });
    for (const tag of [`story ${story.id}`, `story ${story.slug}`]) assert.ok(purged.has(tag), tag);
  }
});

// Interface, Identity: The default pen name cannot be deleted
test('the default pen name keeps its username and cannot be retired', async () => {
  const path = `/pen-names/${mira.id}`;
  assert.equal((await call(mira, 'PUT', path, { username: 'other' })).status, 403);
  assert.equal((await call(mira, 'DELETE', path)).status, 422);
  const changed = await call(mira, 'PUT', path, { username: 'mira', bio: 'Ferries.' });
  assert.deepEqual([changed.status, changed.body.data.bio], [200, 'Ferries.']);
  assert.equal((await call(mira, 'GET', '/accounts/profile')).body.data.bio, 'Ferries.');
});

// Interface, Identity: Usernames follow the rules of sign-up
// Interface, Identity: Pen names and accounts share one namespace
test('usernames follow the rules of sign-up, and share its namespace', async () => {
  const table: [object, number][] = [
    [{ username: 'TOMAS' }, 409],
    [{ username: 'mira' }, 409],
    [{ username: 'admin' }, 422],
    [{ username: 'ab' }, 422],
    [{ username: 'fine-name', display_name: 'tomas' }, 422],
    [{}, 422],
  ];
  for (const [input, status] of table)
    assert.equal((await call(mira, 'POST', '/pen-names', input)).status, status, JSON.stringify(input));
  await add(mira, 'Taken-Already');
  const password = 'nine quiet harbours';
  const signUp = { username: 'taken-already', email: 'somebody@example.org', password };
  assert.equal((await call(undefined, 'POST', '/accounts/signup', signUp)).status, 409);
  assert.equal((await call(undefined, 'POST', '/accounts/login', signUp)).status, 401);
  assert.deepEqual(
    (await call(tomas, 'POST', '/pen-names', { username: 'taken-already' })).body.error.fields,
    (await call(tomas, 'POST', '/pen-names', { username: 'mira' })).body.error.fields,
  );
});

// Interface, Identity: At most 10 pen names besides the default
test('a retired name is taken up again with a display name that is like its username', async () => {
  const like = { username: 'Owl_by_Night', display_name: 'Owl by Night' };
  const { id } = await add(tomas, like.username, like);
  assert.equal((await call(tomas, 'DELETE', `/pen-names/${id}`)).status, 200);
  assert.equal((await add(tomas, like.username, { display_name: 'Owl, by Night' })).id, id);
  assert.equal((await call(tomas, 'DELETE', `/pen-names/${id}`)).status, 200);
  const other = await add(tomas, 'Heron_by_Day');
  const renamed = await call(tomas, 'PUT', `/pen-names/${other.id}`, like);
  assert.equal(renamed.status, 200, JSON.stringify(renamed.body));
  const mistaken = await call(mira, 'POST', '/pen-names', { ...like, username: 'Not-an-owl' });
  assert.deepEqual(Object.keys(mistaken.body.error.fields), ['display_name']);
  assert.equal((await call(tomas, 'DELETE', `/pen-names/${other.id}`)).status, 200);
});

test('an account has at most ten further pen names', async () => {
  const person = await signedIn(context, 'many-names');
  for (let count = 0; count < MAX_PEN_NAMES; count += 1) await add(person, `one-of-many-${count}`);
  const { status, body } = await call(person, 'POST', '/pen-names', { username: 'one-too-many' });
  assert.deepEqual([status, body.error.fields], [422, { username: penNameMessages.tooMany }]);
});

// Interface, Identity: POST adds a pen name; PUT and DELETE /pen-names/{id} change one’s own alone
// Interface, Identity: A pen name that is not one’s own answers 403
test('somebody else’s pen name is of no use', async () => {
  const own = await add(tomas, 'Reed-Alone');
  const refused = await call(mira, 'POST', '/stories', { title: 'Not Hers', author_username: 'Reed-Alone' });
  assert.deepEqual([refused.status, refused.body.message], [403, penNameMessages.notYours]);
  for (const method of ['PUT', 'DELETE'] as const)
    assert.equal(
      (await call(mira, method, `/pen-names/${own.id}`, method === 'PUT' ? {} : undefined)).status,
      404,
    );
  const story = await publish(mira, 'Hers');
  const edit = { title: 'Hers', slug: story.slug, author_username: 'reed-alone' };
  assert.equal((await call(mira, 'PUT', `/stories/${story.id}`, edit)).status, 403);
});

// Interface, Stories and chapters: A series takes only stories of the same pen name, otherwise 422
test('a series is created under a pen name, holds its stories alone, and keeps it from being retired', async () => {
  const person = await signedIn(context, 'in-order');
  const other = await add(person, 'In-Another-Order');
  const created = await call(person, 'POST', '/series', {
    title: 'Tides',
    author_username: 'in-another-order',
  });
  assert.deepEqual([created.status, created.body.data.author_id], [201, other.id]);
  const path = `/series/${created.body.data.id}`;
  const [own, foreign] = [
    await publish(person, 'Ebb', 'in-another-order'),
    await publish(person, 'Not Of It'),
  ];
  const set = async (ids: number[]) =>
    (await call(person, 'PUT', `${path}/stories`, { story_ids: ids })).status;
  assert.deepEqual([await set([own.id, foreign.id]), await set([own.id])], [422, 200]);
  assert.equal((await call(undefined, 'GET', path)).body.data.author_username, 'In-Another-Order');
  const edit = { title: 'Ebb', slug: own.slug, author_username: 'in-order' };
  assert.equal((await call(person, 'PUT', `/stories/${own.id}`, edit)).status, 200);
  assert.deepEqual(
    (await namesOf(person)).map((one) => [one.story_count, one.series_count]),
    [
      [2, 0],
      [0, 1],
    ],
  );
  const retired = await call(person, 'DELETE', `/pen-names/${other.id}`);
  assert.deepEqual([retired.status, retired.body.message], [422, penNameMessages.hasSeries]);
  await call(person, 'DELETE', path);
  assert.equal((await call(person, 'DELETE', `/pen-names/${other.id}`)).status, 200);
  for (const name of ['in-another-order', 'mira', 'nobody-at-all']) {
    const refused = await call(person, 'POST', '/series', { title: 'Not Mine', author_username: name });
    assert.deepEqual([refused.status, refused.body.message], [403, penNameMessages.notYours], name);
  }
});

test('a name keeps its published list, and once it is retired it has no page and nothing about it changes', async () => {
  const person = await signedIn(context, 'gives-it-up');
  const given = { display_name: 'Night Jar', profile_public: true };
  const path = `/pen-names/${(await add(person, 'Given-Up', given)).id}`;
  const author_username = 'given-up';
  const list = { title: 'Nights', synopsis: '', visibility: 'public', author_username };
  const shelf = (await call(person, 'POST', '/shelves', list)).body.data;
  const story = await publish(tomas, 'Talked About');
  const said = { content: 'Thank you.', author_username };
  assert.equal((await call(person, 'POST', `/stories/${story.id}/comments`, said)).status, 201);
  const hasPage = async () =>
    (await call(undefined, 'GET', `/stories/${story.id}/comments`)).body.data.comments[0].has_author_page;
  const refused = await call(person, 'DELETE', path);
  assert.deepEqual(
    [refused.status, refused.body.message, await hasPage()],
    [422, penNameMessages.hasLists, true],
  );
  await call(person, 'PUT', `/shelves/${shelf.id}`, { visibility: 'private' });
  assert.equal((await call(person, 'DELETE', path)).status, 200);
  assert.equal(await hasPage(), false);
  assert.equal((await call(person, 'PUT', path, { bio: 'Back.' })).status, 404);
  assert.equal((await call(person, 'DELETE', path)).status, 404);
  await signedIn(context, 'night-jar');
  await add(person, 'Given-Up', given);
});

test('an account gives up at most twenty usernames, by renaming or retiring', async () => {
  const person = await signedIn(context, 'gives-up-many');
  const path = `/pen-names/${(await add(person, 'Kept-Name')).id}`;
  await sql`insert into pen_names (id, account_id, username, retired_at)
    select ${2 ** 41}::bigint + number, ${person.id}, 'given-up-' || number, now()
    from generate_series(1, ${MAX_RETIRED_PEN_NAMES}::integer) as number`.execute(context.db);
  const renamed = await call(person, 'PUT', path, { username: 'Newer-Name' });
  assert.deepEqual(renamed.body.error.fields, { username: penNameMessages.tooManyRetired });
  const retired = await call(person, 'DELETE', path);
  assert.deepEqual([retired.status, retired.body.message], [422, penNameMessages.tooManyRetired]);
});

// Interface, Stories: GET /stories is paged, and takes slug and account_id
// Interface, Identity: A story takes author_username; without it, it has the default pen name
// Interface, Identity: PUT /stories/{id} with another own author_username moves the story
// Interface, Identity: An owner’s GET /stories?account_id= has the stories of all own pen names
test('a story moves between the names of its author, with the counts of both', async () => {
  const person = await signedIn(context, 'mover');
  const other = await add(person, 'Moved-To');
  const story = await publish(person, 'Moving');
  await publish(person, 'Staying');
  const edit = { title: 'Moving', slug: story.slug, author_username: 'moved-to' };
  const moved = await call(person, 'PUT', `/stories/${story.id}`, edit);
  assert.deepEqual([moved.status, moved.body.data.author_id], [200, other.id]);
  await updateRankings(context, [story.id], { authorIds: [person.id] });
  const counts = async (username: string) =>
    (await profile(undefined, username)).body.data.profile.story_count;
  assert.deepEqual([await counts('mover'), await counts('moved-to')], [1, 1]);
  assert.deepEqual(
    (await namesOf(person)).map(({ story_count }) => story_count),
    [1, 1],
  );
  const titles = async (caller: Person | undefined, id: number) =>
    (await call(caller, 'GET', `/stories?account_id=${id}`)).body.data.stories
      .map(({ title }: Story) => title)
      .sort();
  assert.deepEqual(await titles(person, person.id), ['Moving', 'Staying']);
  assert.deepEqual(await titles(tomas, person.id), ['Staying']);
  assert.deepEqual(await titles(undefined, other.id), ['Moving']);
  const found = await call(undefined, 'GET', '/search?query=moved-to&type=authors');
  assert.deepEqual(
    found.body.data.authors.map(({ id }: { id: number }) => id),
    [other.id],
  );
});

// Interface, Identity: One’s own views are not counted, under any pen name
test('under any name an author edits the own story, and neither reports it nor counts as its reader', async () => {
  const person = await signedIn(context, 'several');
  const other = await add(person, 'Several-Too');
  const story = await publish(person, 'Both Mine', 'several-too');
  const path = `/stories/${story.id}`;
  const view = async (caller: Person) =>
    (await call(caller, 'POST', `/tracking/stories/${story.id}/view`)).status;
  await view(person);
  assert.equal((await call(undefined, 'GET', path)).body.data.view_count, 0);
  const reason = 'A reason that is long enough.';
  assert.equal((await call(person, 'POST', `${path}/report`, { reason })).status, 403);
  assert.equal((await call(person, 'POST', `/authors/${other.id}/report`, { reason })).status, 403);
  assert.equal((await call(person, 'PUT', `${path}/synopsis`, { synopsis: 'Edited.' })).status, 200);
  // A reporter's own records name what they saw.
  assert.equal((await call(tomas, 'POST', `/authors/${other.id}/report`, { reason })).status, 201);
  const moderator = await signedIn(context, 'the-keeper', { role: 'moderator' });
  const cases = (await call(moderator, 'GET', '/moderation/cases')).body.data.cases;
  const found = cases.find((one: { author_name: string }) => one.author_name === 'several');
  const detail = (await call(moderator, 'GET', `/moderation/cases/${found.id}`)).body.data;
  assert.deepEqual([detail.author.username, detail.reports[0].author_username], ['several', 'Several-Too']);
  assert.deepEqual(
    detail.author.pen_names.map((one: PenName) => one.username),
    ['Several-Too'],
  );
});
