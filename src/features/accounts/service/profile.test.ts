import assert from 'node:assert/strict';
import { test } from 'node:test';
import { apiCalls } from '#tests/support/api-calls.ts';
import { signedIn } from '#tests/support/signed-in-person.ts';
import { testDatabase } from '#tests/support/test-database.ts';
import { testServer } from '#tests/support/test-server.ts';
import { PROFILE_DETAILS, type ProfileDetails } from '../contract/profile-details.ts';

const { context } = await testDatabase();
const call = apiCalls(await testServer(context));
const mira = await signedIn(context, 'mira');

const samples: ProfileDetails = { display_name: 'Mira of the Tides', bio: 'Writes at night.' };

for (const name of PROFILE_DETAILS) {
  test(`a user changes only the ${name} of the profile`, async () => {
    const before = (await call(mira, 'GET', '/accounts/profile')).body.data.profile;
    const saved = await call(mira, 'PUT', '/accounts/profile', { [name]: samples[name] });
    assert.equal(saved.status, 200);
    const { profile } = (await call(mira, 'GET', '/accounts/profile')).body.data;
    assert.notDeepEqual(profile, before);
    assert.deepEqual(profile, { ...before, [name]: samples[name] });
  });
}
