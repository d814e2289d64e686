import assert from 'node:assert/strict';
import { test } from 'node:test';
import { api } from '#app/api.ts';
import { addressOf, type Call, pathNames } from '#base/contract.ts';
import { SHIPPED_TERMS } from '#features/legal/contract/terms.ts';
import type { Role } from '#platform/http/caller.ts';
import { newPushBrowser } from './support/push-service.ts';
import { type SignedInPerson, signedIn } from './support/signed-in-person.ts';
import { testDatabase } from './support/test-database.ts';
import { testServer } from './support/test-server.ts';
import { fillExampleStories, people } from './world.ts';

/**
 * Makes every call of the contract without a token, with an invalid token, as a user, a moderator and an
 * admin, on other people's things and on missing ones. A new call fails here until it is in the table.
 * tests/ownership.test.ts covers what authors may do with their own stories.
 */

const { context } = await testDatabase();
const { db } = context;
const { stories } = await fillExampleStories(context);
const app = await testServer(context);
const mira = await db
  .selectFrom('accounts')
  .select('id')
  .where('username', '=', people.mira)
  .executeTakeFirstOrThrow();
const chapter = await db
  .selectFrom('chapters')
  .select('id')
  .where('story_id', '=', stories.ferry.id)
  .orderBy('id')
  .executeTakeFirstOrThrow();

let count = 0;
const text = { title: 'Mine now', content: '<p>Mine.</p>' };
const password = 'nine quiet harbours';
const story = { id: String(stories.ferry.id) };
const its = { ...story, chapterId: String(chapter.id) };
const draft = { place: `story-${stories.ferry.id}` };
const version = { ...its, versionId: '1' };
const all = { newStories: true, featuredAuthors: true, weeklyUpdates: true };
const token = 'x'.repeat(43);

const { id: seriesId } = await db
  .insertInto('series')
  .values({ owner_id: mira.id, author_id: mira.id, slug: 'the-crossings', title: 'The Crossings' })
  .returning('id')
  .executeTakeFirstOrThrow();
await db
  .insertInto('series_stories')
  .values({ series_id: seriesId, story_id: stories.ferry.id, position: 1 })
  .execute();
const aSeries = { id: String(seriesId) };
// Something in the trash of somebody else.
const { id: trashedId } = await db
  .insertInto('stories')
  .values({ author_id: mira.id, title: 'The Crossing That Was', slug: 'the-crossing-that-was' })
  .returning('id')
  .executeTakeFirstOrThrow();
await db.updateTable('stories').set({ trashed_at: new Date() }).where('id', '=', trashedId).execute();
const { id: trashEntryId } = await db.selectFrom('trash_entries').select('id').executeTakeFirstOrThrow();
const aTrashEntry = { id: String(trashEntryId) };

const { id: shelfId } = await db
  .insertInto('shelves')
  .values({ owner_id: mira.id, author_id: mira.id, slug: 'hers-alone', title: 'Hers Alone' })
  .returning('id')
  .executeTakeFirstOrThrow();
const aShelf = { id: String(shelfId) };
const onShelf = { ...aShelf, story_id: story.id };
await db
  .insertInto('shelves')
  .values({ owner_id: mira.id, author_id: mira.id, slug: 'ferries', title: 'Ferries', visibility: 'link' })
  .execute();

const { id: followId } = await db
  .insertInto('follows')
  .values({ account_id: mira.id, story_id: stories.clocks.id })
  .returning('id')
  .executeTakeFirstOrThrow();

const comments = await db
  .insertInto('comments')
  .values(
    [1, 2].map(() => ({
      ...{ story_id: stories.ferry.id, account_id: mira.id, author_id: mira.id },
      ...{ content: 'Hers.', state: 'shown' as const },
    })),
  )
  .returning('id')
  .execute();
const aComment = { id: String(comments[0]?.id) };
const decision = { id: '1' };
const notice = { name: 'M', address: '1 Quay', phone: '1', words: 'A mix-up.', electronic_signature: true };
const { headers: moderator } = await signedIn(context, 'the-keeper', { role: 'moderator' });
const spammer = await signedIn(context, 'a-spammer');
const opened = await app.inject({
  method: 'POST',
  url: '/api/moderation/cases',
  headers: moderator,
  payload: { story: stories.ferry.slug },
});
const aCase = { id: String(opened.json().data.id) };

const proposed = await app.inject({
  method: 'POST',
  url: '/api/tags/proposals',
  headers: moderator,
  payload: { tag: 'novella', kind: 'genre' },
});
const aTagProposal = { id: String(proposed.json().data.id) };
const changedTag = await app.inject({
  method: 'POST',
  url: '/api/moderation/tag-changes',
  headers: moderator,
  payload: { tag: 'gothic', kind: 'genre' },
});
const aTagChange = { id: String(changedTag.json().data.id) };

const aPasskeyAnswer = {
  ...{ id: 'eA', rawId: 'eA', type: 'public-key' },
  response: { clientDataJSON: 'e30', authenticatorData: 'e30', signature: 'e30' },
};

type Input = Record<string, unknown>;

interface Row {
  input?: Input | (() => Input);
  /** The statuses for nobody, a user, a moderator and an admin; one number if all are equal. */
  statuses: number | [nobody: number, user: number, moderator: number, admin: number];
  /** The status for a user if the address names a missing thing; only for calls whose address names one. */
  missing?: number;
}

/** The calls of the staff do not exist for anybody else. */
const staffOnly = (status: number): Row['statuses'] => [401, 404, status, status];
const adminsOnly = (status: number): Row['statuses'] => [401, 404, 404, status];
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
const signedInOnly = (status: number): Row['statuses'] => [401, status, status, status];

const table: Record<string, Row> = {
  signUp: {
    input: () => ({ username: `access-${count++}`, email: `access-${count}@example.org`, password }),
    statuses: 201,
  },
  passkeySignUpOptions: { input: { username: 'nobody-here' }, statuses: 200 },
  signUpWithPasskey: {
    input: {
      ...{ username: 'nobody-here', email: 'nobody-here@example.org' },
      response: { ...aPasskeyAnswer, response: { clientDataJSON: 'e30', attestationObject: 'e30' } },
    },
    statuses: 422,
  },
  signIn: { input: { username: 'nobody-here', password }, statuses: 401 },
  signOut: { input: { refreshToken: token }, statuses: 200 },
  refreshSession: { input: { refreshToken: token }, statuses: 401 },
  signInWithSecondFactor: { input: { ticket: token, code: '123456' }, statuses: 400 },
  freshSignIn: { input: { password }, statuses: signedInOnly(422) },
  signInWithPasskey: { input: { response: aPasskeyAnswer }, statuses: 401 },
  listPasskeys: { statuses: signedInOnly(200) },
  passkeyOptions: { statuses: signedInOnly(200) },
  addPasskey: {
    input: {
      name: 'Mine',
      response: { ...aPasskeyAnswer, response: { clientDataJSON: 'e30', attestationObject: 'e30' } },
    },
    statuses: signedInOnly(422),
  },
  renamePasskey: { input: { id: '999999999', name: 'Mine' }, statuses: signedInOnly(404), missing: 404 },
  removePasskey: { input: { id: '999999999' }, statuses: signedInOnly(404), missing: 404 },
  passkeySignInOptions: { statuses: 200 },
  createInvitation: { statuses: signedInOnly(201) },
  listInvitations: { statuses: signedInOnly(200) },
  revokeInvitation: { input: { id: '999999999' }, statuses: signedInOnly(404), missing: 404 },
  listFactors: { statuses: signedInOnly(200) },
  beginTotp: { statuses: signedInOnly(200) },
  confirmTotp: { input: { code: '123456' }, statuses: signedInOnly(400) },
  removeTotp: { statuses: signedInOnly(200) },
  renewRecoveryCodes: { statuses: signedInOnly(403) },
  listSessions: { statuses: signedInOnly(200) },
  endSessionById: { input: { id: '999999999' }, statuses: signedInOnly(404), missing: 404 },
  endOtherSessions: { statuses: signedInOnly(200) },
  getProfile: { statuses: signedInOnly(200) },
  updateProfile: { input: { bio: 'x' }, statuses: signedInOnly(200) },
  // Only an account made through Google may choose a username.
  chooseUsername: { input: () => ({ username: `access-${count++}` }), statuses: signedInOnly(403) },
  changePassword: {
    input: { old_password: 'not theirs at all', new_password: 'short' },
    statuses: signedInOnly(422),
  },
  deleteAccount: { input: { password: 'not theirs at all' }, statuses: signedInOnly(422) },
  askToDelete: { statuses: signedInOnly(200) },
  resendVerification: { statuses: signedInOnly(200) },
  listActivity: { statuses: signedInOnly(200) },
  getEmailChange: { statuses: signedInOnly(200) },
  changeEmail: { input: { email: 'nobody@example.org' }, statuses: signedInOnly(200) },
  resendEmailChange: { statuses: signedInOnly(404) },
  cancelEmailChange: { statuses: signedInOnly(200) },
  confirmEmailChange: { input: { token }, statuses: 400, missing: 400 },
  stopEmailChange: { input: { token }, statuses: 400, missing: 400 },
  verifyEmail: { input: { token }, statuses: 400, missing: 400 },
  askPasswordReset: { input: { email: 'nobody@example.org' }, statuses: 200 },
  resetPassword: { input: { token, new_password: password }, statuses: 400, missing: 400 },
  loginCode: { input: { username: 'nobody-here' }, statuses: 200 },
  getSite: { statuses: 200 },
  listTermsVersions: { statuses: 200 },
  readTermsVersion: { input: { version: SHIPPED_TERMS }, statuses: 200, missing: 404 },
  readOwnTerms: { statuses: signedInOnly(200) },
  acceptTerms: { input: { version: SHIPPED_TERMS }, statuses: signedInOnly(200) },
  getOwnText: { input: { page: 'terms' }, statuses: 200, missing: 422 },
  sendGuestReport: {
    input: { url: `/story/${stories.ferry.slug}`, reason: 'Its tags promise another story.' },
    statuses: 201,
  },
  signInWays: { statuses: 200 },
  startGoogle: { statuses: 503 },
  finishGoogle: { input: { code: 'x', state: 'x' }, statuses: 503 },
  linkGoogle: { input: { password: 'not theirs at all' }, statuses: signedInOnly(422) },
  finishGoogleLink: { input: { code: 'x', state: 'x' }, statuses: signedInOnly(503) },
  unlinkGoogle: { statuses: signedInOnly(422) },
  exportData: { statuses: signedInOnly(200) },
  exportStory: { input: { ...story, format: 'json' }, statuses: signedInOnly(403), missing: 404 },
  // Files come as a form; features/imports/api.test.ts sends some.
  createImport: { statuses: signedInOnly(422) },
  listImports: { statuses: signedInOnly(200) },
  getImport: { input: { id: '1' }, statuses: signedInOnly(404), missing: 404 },
  acceptImport: { input: { id: '1' }, statuses: signedInOnly(404), missing: 404 },
  deleteImport: { input: { id: '1' }, statuses: signedInOnly(404), missing: 404 },
  getFeedToken: { statuses: signedInOnly(200) },
  renewFeedToken: { statuses: signedInOnly(200) },
  removeFeedToken: { statuses: signedInOnly(200) },
  filterCounts: { statuses: 200 },
  getHidden: { statuses: signedInOnly(200) },
  getSavedFilters: { statuses: signedInOnly(200) },
  setSavedFilters: {
    input: { filters: [{ name: 'Letters', query: 'tags=letters' }] },
    statuses: signedInOnly(200),
  },
  setHidden: { input: { warnings: ['grief'] }, statuses: signedInOnly(200) },
  hideItem: { input: { kind: 'stories', item: story.id }, statuses: signedInOnly(200), missing: 404 },
  unhideItem: { input: { kind: 'stories', item: story.id }, statuses: signedInOnly(200), missing: 404 },
  findHidden: { input: { warnings: ['grief'] }, statuses: 200 },
  nameHidden: { input: { hidden: 'w=grief' }, statuses: 200 },
  listFollows: { statuses: signedInOnly(200) },
  follow: { input: { kind: 'story', ...story }, statuses: signedInOnly(201) },
  followState: { input: { kind: 'story', ...story }, statuses: signedInOnly(200) },
  // Somebody else's follow is not there.
  unfollow: { input: () => ({ id: String(followId) }), statuses: signedInOnly(404), missing: 404 },
  setFollowSettings: { input: { titles_in_mails: false }, statuses: signedInOnly(200) },
  stopFollowMails: { input: { token }, statuses: 400, missing: 400 },
  getUpdates: { statuses: signedInOnly(200) },
  markUpdatesRead: { statuses: signedInOnly(200) },
  readInbox: { statuses: signedInOnly(200) },
  countInbox: { statuses: signedInOnly(200) },
  markInboxRead: { statuses: signedInOnly(200) },
  readInboxSettings: { statuses: signedInOnly(200) },
  setInboxSettings: { input: { muted: ['thanks'] }, statuses: signedInOnly(200) },
  stopInboxMails: { input: { token }, statuses: 400, missing: 400 },
  frontpage: { statuses: 200 },
  listStories: { statuses: 200 },
  // Somebody else's shelf is not there, private or not.
  listShelves: { statuses: signedInOnly(200) },
  createShelf: { input: { title: 'A Shelf' }, statuses: signedInOnly(201) },
  editShelf: { input: { ...aShelf, title: 'Mine now' }, statuses: signedInOnly(404), missing: 404 },
  deleteShelf: { input: aShelf, statuses: signedInOnly(404), missing: 404 },
  listShelfStories: { input: aShelf, statuses: signedInOnly(404), missing: 404 },
  putOnShelf: { input: onShelf, statuses: signedInOnly(404), missing: 404 },
  removeFromShelf: { input: onShelf, statuses: signedInOnly(404), missing: 404 },
  orderShelf: { input: { ...aShelf, story_ids: [] }, statuses: signedInOnly(404), missing: 404 },
  getMark: { input: story, statuses: signedInOnly(200), missing: 404 },
  setMark: { input: { ...story, state: 'reading' }, statuses: signedInOnly(200), missing: 404 },
  getReadingList: { input: { slug: 'ferries' }, statuses: 200, missing: 404 },
  authorReadingLists: { input: { username: people.mira }, statuses: 200, missing: 200 },
  getPush: { statuses: signedInOnly(200) },
  addPushBrowser: {
    input: newPushBrowser('https://updates.push.services.mozilla.com/wpush').subscription,
    statuses: signedInOnly(200),
  },
  removePushBrowser: { input: { id: '1' }, statuses: signedInOnly(200), missing: 200 },
  getHistory: { statuses: signedInOnly(200) },
  getHistoryChoice: { statuses: signedInOnly(200) },
  setHistoryChoice: { input: { keep: 'off' }, statuses: signedInOnly(200) },
  clearHistory: { statuses: signedInOnly(200) },
  forgetChapter: { input: { chapter_id: '1' }, statuses: signedInOnly(200), missing: 200 },
  getStory: { input: story, statuses: 200, missing: 404 },
  relatedStories: { input: story, statuses: 200, missing: 404 },
  publishStory: { input: { title: 'A Story' }, statuses: signedInOnly(201) },
  editStory: {
    input: { ...story, title: 'Mine now', slug: 'mine-now' },
    statuses: signedInOnly(403),
    missing: 404,
  },
  editSynopsis: { input: { ...story, synopsis: 'Mine' }, statuses: signedInOnly(403), missing: 404 },
  storyStatistics: { input: story, statuses: signedInOnly(403), missing: 404 },
  deleteStory: { input: story, statuses: signedInOnly(403), missing: 404 },
  createSecretLink: { input: story, statuses: signedInOnly(403), missing: 404 },
  previewCover: { input: story, statuses: signedInOnly(403), missing: 404 },
  getSecretLink: { input: story, statuses: signedInOnly(403), missing: 404 },
  revokeSecretLink: { input: story, statuses: signedInOnly(403), missing: 404 },
  readSharedStory: { input: { token }, statuses: 404, missing: 404 },
  readSharedChapter: { input: { token, chapterId: '1' }, statuses: 404, missing: 404 },
  sendSharedCorrection: {
    input: { token, chapterId: '1', quote: 'x', note: 'x' },
    statuses: 404,
    missing: 404,
  },
  sendCorrection: {
    input: { id: String(chapter.id), quote: 'x', note: 'x' },
    statuses: signedInOnly(201),
    missing: 404,
  },
  listCorrections: { input: its, statuses: signedInOnly(403), missing: 404 },
  countCorrections: { input: story, statuses: signedInOnly(403), missing: 404 },
  listSentCorrections: { statuses: signedInOnly(200) },
  // Somebody else's correction is indistinguishable from a missing one.
  withdrawCorrection: { input: { id: '1' }, statuses: signedInOnly(404), missing: 404 },
  decideCorrection: {
    input: { id: '1', decision: 'dismissed' },
    statuses: signedInOnly(404),
    missing: 404,
  },
  listComments: { input: story, statuses: 200, missing: 404 },
  countComments: { input: story, statuses: 200, missing: 404 },
  countParagraphComments: { input: its, statuses: 200, missing: 404 },
  sendComment: { input: { ...story, content: 'Mine.' }, statuses: signedInOnly(201), missing: 404 },
  // Somebody else's comment, on somebody else's story.
  editComment: { input: { ...aComment, content: 'Mine.' }, statuses: signedInOnly(403), missing: 404 },
  deleteComment: { input: aComment, statuses: signedInOnly(403), missing: 404 },
  approveComment: { input: aComment, statuses: [401, 403, 200, 200], missing: 404 },
  removeComment: {
    input: { id: String(comments[1]?.id), reason: 'It breaks a rule.' },
    statuses: [401, 403, 200, 200],
    missing: 404,
  },
  reportComment: {
    input: { ...aComment, reason: 'It breaks a rule.' },
    statuses: signedInOnly(201),
    missing: 404,
  },
  thankForComment: { input: aComment, statuses: signedInOnly(200), missing: 404 },
  unthankForComment: { input: aComment, statuses: signedInOnly(200), missing: 404 },
  listCommentVersions: { input: aComment, statuses: staffOnly(200), missing: 404 },
  sendNote: { input: { ...story, content: 'Mine.' }, statuses: signedInOnly(403), missing: 404 },
  listNotes: { statuses: signedInOnly(200) },
  // Somebody else's conversation is indistinguishable from a missing one.
  answerNote: { input: { id: '1', content: 'Mine.' }, statuses: signedInOnly(404), missing: 404 },
  deleteNotes: { input: { id: '1' }, statuses: signedInOnly(404), missing: 404 },
  reportNote: { input: { id: '1', reason: 'It breaks a rule.' }, statuses: signedInOnly(404), missing: 404 },
  listBlocks: { statuses: signedInOnly(200) },
  setBlock: { input: { username: people.mira, kind: 'mute' }, statuses: signedInOnly(200), missing: 404 },
  endBlock: { input: { username: people.mira }, statuses: signedInOnly(200), missing: 200 },
  listReceivedComments: { statuses: signedInOnly(200) },
  decideComments: { input: { action: 'remove', ids: [1] }, statuses: signedInOnly(200) },
  pinComment: { input: aComment, statuses: signedInOnly(403), missing: 404 },
  unpinComment: { input: aComment, statuses: signedInOnly(403), missing: 404 },
  listFilteredWords: { statuses: signedInOnly(200) },
  setFilteredWords: { input: { words: ['scoundrel'] }, statuses: signedInOnly(200) },
  listWaves: { statuses: signedInOnly(200) },
  // Nothing waits, and nobody has removed anything at once.
  sweepComments: { statuses: signedInOnly(404) },
  undoSweep: { input: { id: '1' }, statuses: signedInOnly(404), missing: 404 },
  listCommentWaves: { statuses: staffOnly(200) },
  sweepWave: { input: { reason: 'A wave.' }, statuses: staffOnly(404) },
  undoWaveSweep: { input: { id: '1' }, statuses: staffOnly(404), missing: 404 },
  listSeries: { statuses: signedInOnly(200) },
  getSeries: { input: aSeries, statuses: 200, missing: 404 },
  createSeries: { input: { title: 'A Series' }, statuses: signedInOnly(201) },
  editSeries: { input: { ...aSeries, title: 'Mine now' }, statuses: signedInOnly(403), missing: 404 },
  setSeriesStories: { input: { ...aSeries, story_ids: [] }, statuses: signedInOnly(403), missing: 404 },
  deleteSeries: { input: aSeries, statuses: signedInOnly(403), missing: 404 },
  listTrash: { statuses: signedInOnly(200) },
  restoreTrash: { input: aTrashEntry, statuses: signedInOnly(404), missing: 404 },
  deleteTrash: { input: aTrashEntry, statuses: signedInOnly(404), missing: 404 },
  emptyTrash: { statuses: signedInOnly(200) },
  listChapters: { input: story, statuses: 200, missing: 404 },
  getChapter: { input: its, statuses: 200, missing: 404 },
  wholeStory: { input: story, statuses: 200, missing: 404 },
  createChapter: { input: { ...story, ...text }, statuses: signedInOnly(403), missing: 404 },
  editChapter: { input: { ...its, ...text }, statuses: signedInOnly(403), missing: 404 },
  changeChapters: {
    input: { ...story, chapters: [{ id: chapter.id, volume: 'Mine now' }] },
    statuses: signedInOnly(403),
    missing: 404,
  },
  deleteChapters: {
    input: { ...story, chapter_ids: [chapter.id] },
    statuses: signedInOnly(403),
    missing: 404,
  },
  orderChapters: { input: { ...story, chapter_ids: [] }, statuses: signedInOnly(403), missing: 404 },
  deleteChapter: { input: its, statuses: signedInOnly(403), missing: 404 },
  listVersions: { input: its, statuses: signedInOnly(403), missing: 404 },
  getVersion: { input: version, statuses: signedInOnly(403), missing: 404 },
  getDraftKey: { statuses: signedInOnly(200) },
  listDrafts: { statuses: signedInOnly(200) },
  getDraft: { input: draft, statuses: signedInOnly(404), missing: 404 },
  putDraft: { input: { ...draft, title: 'Mine now' }, statuses: signedInOnly(404), missing: 404 },
  deleteDraft: { input: draft, statuses: signedInOnly(404), missing: 404 },
  restoreVersion: { input: version, statuses: signedInOnly(403), missing: 404 },
  listPenNames: { statuses: signedInOnly(200) },
  addPenName: { input: () => ({ username: `access-${count++}` }), statuses: signedInOnly(201) },
  // The pen name of somebody else.
  editPenName: { input: { id: String(mira.id), bio: 'Mine' }, statuses: signedInOnly(404), missing: 404 },
  retirePenName: { input: { id: String(mira.id) }, statuses: signedInOnly(404), missing: 404 },
  listAuthors: { statuses: 200 },
  getAuthor: { input: { username: people.mira }, statuses: 200, missing: 404 },
  authorStories: { input: { username: people.mira }, statuses: 200, missing: 404 },
  listTags: { statuses: 200 },
  topTags: { statuses: 200 },
  frontpageTags: { statuses: 200 },
  getTag: { input: { name: 'slow burn' }, statuses: 200 },
  proposeTagRelation: { input: { tag: 'sea', parent: 'gothic' }, statuses: signedInOnly(201) },
  listOwnTagProposals: { statuses: signedInOnly(200) },
  // Somebody else's suggestion.
  withdrawTagProposal: { input: aTagProposal, statuses: signedInOnly(404), missing: 404 },
  castVote: { input: { ...story, vote_type: 'upvote' }, statuses: signedInOnly(200), missing: 404 },
  checkVote: { input: story, statuses: signedInOnly(200), missing: 404 },
  addBookmark: { input: story, statuses: signedInOnly(200), missing: 404 },
  removeBookmark: { input: story, statuses: signedInOnly(200), missing: 404 },
  checkBookmark: { input: story, statuses: signedInOnly(200), missing: 404 },
  listBookmarks: { statuses: signedInOnly(200) },
  search: { input: { query: 'ferry' }, statuses: 200 },
  suggestions: { input: { query: 'fer' }, statuses: 200 },
  countView: { input: story, statuses: 200, missing: 404 },
  countReadTime: {
    input: { ...story, chapter_id: chapter.id, read_time_seconds: 5, completed: false },
    statuses: 200,
    missing: 404,
  },
  countShare: { input: { ...story, shared_platform: 'copy' }, statuses: 200, missing: 404 },
  readStates: { input: { ids: story.id }, statuses: signedInOnly(200) },
  subscribe: { input: { email: 'reader@example.org' }, statuses: 200 },
  confirmSubscription: { input: { token }, statuses: 400, missing: 400 },
  unsubscribe: { input: { email: 'reader@example.org' }, statuses: 200 },
  unsubscribeByLink: { input: { token }, statuses: 400, missing: 400 },
  requestPreferences: { input: { email: 'reader@example.org' }, statuses: 200 },
  changePreferences: { input: { email: 'reader@example.org', preferences: all }, statuses: 200 },
  readPreferences: { input: { token }, statuses: 400, missing: 400 },
  savePreferences: { input: { token, preferences: all }, statuses: 400, missing: 400 },
  previewNewsletter: { statuses: [401, 404, 200, 200] },
  listOwnDecisions: { statuses: signedInOnly(200) },
  sendAppeal: { input: { ...decision, words: 'It is not so.' }, statuses: signedInOnly(404), missing: 404 },
  sendCounterNotice: { input: { ...decision, ...notice }, statuses: signedInOnly(404), missing: 404 },
  readByLink: { input: { token }, statuses: 400, missing: 400 },
  appealByLink: { input: { token, words: 'It is not so.' }, statuses: 400, missing: 400 },
  counterNoticeByLink: { input: { token, ...notice }, statuses: 400, missing: 400 },
  listCases: { statuses: staffOnly(200) },
  openCase: { input: { story: stories.ferry.slug }, statuses: staffOnly(201) },
  getCase: { input: aCase, statuses: staffOnly(200), missing: 404 },
  // Hiding a story requires the quoted passage.
  decideCase: { input: { ...aCase, action: 'hide', note: 'x' }, statuses: staffOnly(422), missing: 404 },
  getEvidence: { input: { ...aCase, evidenceId: '1' }, statuses: staffOnly(404), missing: 404 },
  readLog: { statuses: staffOnly(200) },
  listTagProposals: { statuses: staffOnly(200) },
  // The first call decides, and leaves nothing to decide for the next.
  decideTagProposal: {
    input: { ...aTagProposal, decision: 'reject' },
    statuses: [401, 404, 200, 409],
    missing: 404,
  },
  listTagChanges: { statuses: staffOnly(200) },
  // The second call changes nothing any more.
  changeTag: { input: { tag: 'comedy', kind: 'genre' }, statuses: [401, 404, 201, 422] },
  undoTagChange: { input: aTagChange, statuses: [401, 404, 200, 409], missing: 404 },
  setStaffWarnings: {
    input: { ...story, warnings: ['grief'], note: 'x' },
    statuses: staffOnly(200),
    missing: 404,
  },
  featureStory: { input: story, statuses: staffOnly(200), missing: 404 },
  unfeatureStory: { input: story, statuses: staffOnly(200), missing: 404 },
  listNewAccounts: { statuses: staffOnly(200) },
  readStatements: { input: { from: '2026-01-01', until: '2026-12-31' }, statuses: staffOnly(200) },
  readTransparency: { input: { from: '2026-01-01', until: '2026-12-31' }, statuses: staffOnly(200) },
  listWaitingStories: { statuses: staffOnly(200) },
  countWaitingWork: { statuses: staffOnly(200) },
  letStoryIn: { input: story, statuses: staffOnly(200), missing: 404 },
  markSpam: { input: { id: String(spammer.id) }, statuses: staffOnly(200), missing: 404 },
  // The first call undoes the mark and leaves nothing to undo for the next.
  unmarkSpam: { input: { id: String(spammer.id) }, statuses: [401, 404, 200, 422], missing: 404 },
  listTakedownRequests: { statuses: staffOnly(200) },
  getTakedownRequest: { input: aCase, statuses: staffOnly(404), missing: 404 },
  takeTakedownStep: {
    input: { ...aCase, step: 'rejected', after: 'received', note: 'x' },
    statuses: staffOnly(404),
    missing: 404,
  },
  linkTakedown: { input: { ...aCase, story: stories.ferry.slug }, statuses: staffOnly(404), missing: 404 },
  actOnSeveral: {
    input: { action: 'spam', rows: [{ id: 999_999_999 }], note: 'x' },
    statuses: staffOnly(200),
  },
  listBulkActions: { statuses: staffOnly(200) },
  undoBulkAction: { input: { id: '999999999' }, statuses: staffOnly(404), missing: 404 },
  listStaffNotes: { input: { about_account: String(spammer.id) }, statuses: staffOnly(200) },
  addStaffNote: { input: { about_account: spammer.id, body: 'x' }, statuses: staffOnly(201) },
  editStaffNote: { input: { id: '999999999', body: 'x' }, statuses: staffOnly(404), missing: 404 },
  deleteStaffNote: { input: { id: '999999999' }, statuses: staffOnly(404), missing: 404 },
  listPeople: { statuses: adminsOnly(200) },
  getOverview: { statuses: adminsOnly(200) },
  listAnnouncements: { statuses: adminsOnly(200) },
  listAnnouncementChanges: { statuses: adminsOnly(200) },
  writeAnnouncement: {
    input: {
      ...{ kind: 'notice', text: 'We move tonight.' },
      ...{ starts_at: inDays(1), ends_at: inDays(2) },
    },
    statuses: adminsOnly(201),
  },
  editAnnouncement: {
    input: {
      ...{ id: '999999999', revision: 1, kind: 'notice', text: 'We move tonight.' },
      ...{ starts_at: inDays(1), ends_at: inDays(2) },
    },
    statuses: adminsOnly(404),
    missing: 404,
  },
  endAnnouncement: { input: { id: '999999999', revision: 1 }, statuses: adminsOnly(404), missing: 404 },
  undoAnnouncementChange: {
    input: { id: '999999999', revision: 1 },
    statuses: adminsOnly(404),
    missing: 404,
  },
  listSettings: { statuses: adminsOnly(200) },
  listSettingChanges: { statuses: adminsOnly(200) },
  changeSetting: {
    input: { name: 'ai_training', value: null, revision: 0 },
    statuses: adminsOnly(200),
    missing: 404,
  },
  previewText: { input: { text: 'Be kind.' }, statuses: adminsOnly(200) },
  undoSettingChange: { input: { name: 'ai_training', revision: 9 }, statuses: adminsOnly(404), missing: 404 },
  listBans: { statuses: adminsOnly(200) },
  addBan: {
    input: { range: '203.0.113.0/24', scope: 'sign-up', days: 1, note: 'Spam.' },
    statuses: adminsOnly(201),
  },
  endBan: { input: { id: '999999999' }, statuses: adminsOnly(404), missing: 404 },
  listTrustedFlaggers: { statuses: adminsOnly(200) },
  addTrustedFlagger: {
    input: { organisation: 'Hotline', who: '@hotline.example', until: '2099-12-31', note: 'Awarded.' },
    statuses: adminsOnly(201),
  },
  revokeTrustedFlagger: { input: { id: '999999999' }, statuses: adminsOnly(404), missing: 404 },
  listBranch: { input: { id: '999999999' }, statuses: adminsOnly(200), missing: 404 },
  changeRole: {
    input: { id: String(mira.id), role: 'user', note: 'x' },
    statuses: adminsOnly(200),
    missing: 404,
  },
  endSessions: { input: { id: String(mira.id), note: 'x' }, statuses: adminsOnly(200), missing: 404 },
  submitTakedown: {
    input: {},
    statuses: 422,
  },
  reportStory: {
    input: { ...story, reason: 'It breaks a rule.' },
    statuses: signedInOnly(201),
    missing: 404,
  },
  reportAuthor: {
    input: { accountId: String(mira.id), reason: 'They break a rule.' },
    statuses: signedInOnly(201),
    missing: 404,
  },
  reportReadingList: {
    input: { slug: 'ferries', reason: 'It breaks a rule.' },
    statuses: signedInOnly(201),
    missing: 404,
  },
};

const calls: Call[] = api.map(({ call }) => call);

async function make(person: Pick<SignedInPerson, 'headers'> | undefined, call: Call, input: Input) {
  const { path, rest } = addressOf(call, input);
  const query = call.method === 'GET' ? new URLSearchParams(rest as Record<string, string>).toString() : '';
  const hasBody = call.method === 'POST' || call.method === 'PUT';
  const { statusCode, body } = await app.inject({
    method: call.method,
    url: `/api${path}${query === '' ? '' : `?${query}`}`,
    headers: person?.headers ?? {},
    ...(hasBody ? { payload: rest } : {}),
  });
  return { status: statusCode, body: body.slice(0, 200) };
}

const inputOf = ({ input = {} }: Row): Input => (typeof input === 'function' ? input() : input);
const newPerson = (role: Role) => signedIn(context, `person-${count++}`, { role });
const stranger = { headers: { authorization: `Bearer ${token}` } };

test('the table has every call of the contract', () => {
  assert.deepEqual(calls.map(({ name }) => name).sort(), Object.keys(table).sort());
});

for (const call of calls) {
  const row = table[call.name];
  if (row === undefined) continue;
  const { statuses } = row;
  const [nobody, ...others] =
    typeof statuses === 'number' ? [statuses, statuses, statuses, statuses] : statuses;
  // Interface, Conversation: Comments of a story are for members, by default
  test(`${call.name}: ${call.method} ${call.path} admits exactly the intended callers`, async () => {
    const needsSomebody = !['anyone', 'optional-auth'].includes(call.access);
    assert.equal(nobody === 401 && others[0] !== 401, needsSomebody, 'the table against the contract');
    const first = await make(undefined, call, inputOf(row));
    assert.equal(first.status, nobody, first.body);
    // A call that is open to anyone ignores the token.
    const withNone = await make(stranger, call, inputOf(row));
    assert.equal(withNone.status, call.access === 'anyone' ? nobody : 401, 'with a token that is none');
    for (const [index, role] of (['user', 'moderator', 'admin'] as const).entries()) {
      const { status, body } = await make(await newPerson(role), call, inputOf(row));
      assert.equal(status, others[index], `${role}: ${body}`);
    }
    assert.equal(
      row.missing !== undefined,
      pathNames(call.path).length > 0,
      'what is missing has to be in the table',
    );
    for (const [index, name] of pathNames(call.path).entries()) {
      const missing = name === 'username' ? 'nobody-of-this-name' : '999999999';
      const { status, body } = await make(await newPerson('user'), call, {
        ...inputOf(row),
        [name]: missing,
      });
      // Ownership of the story is checked before its contents.
      const expected: number | undefined = index > 0 && others[0] === 403 ? 403 : row.missing;
      assert.equal(status, expected, `${name}: ${body}`);
    }
  });
}
