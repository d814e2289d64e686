import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isReservedUsername, isUsername } from './accounts.ts';

// Interface, Accounts: A username has 3 to 30 ASCII letters, digits, hyphens or underscores
test('a username has 3 to 30 ASCII letters, digits, hyphens or underscores', () => {
  for (const name of ['Ada', 'ada_lovelace', 'A-1', '-_-', '123', 'x'.repeat(30)])
    assert.ok(isUsername(name), name);
  for (const name of [
    '',
    'ab',
    'x'.repeat(31),
    'two words',
    'ada!',
    'ada@example.org',
    'аda', // Cyrillic а
    'ada\u200b',
    'ada\n',
    'adá',
    'ada\u0000',
  ])
    assert.ok(!isUsername(name), JSON.stringify(name));
});

// Interface, Accounts: Reserved usernames answer 422
test('a reserved username is rejected in every look-alike spelling', () => {
  for (const name of [
    ...['admin', 'Admin', 'ADMIN', 'ad-min', 'a_d_m_i_n', 'adm1n', '4dmin', 'Adm1n1strator', 'adrnin'],
    ...['m0derator', 'rnoderator', 'mod', 'm0d', 'm-0-d', 'sta-ff', 'st4ff', '5taff', 'sy5tem', 'sys7em'],
    ...['help', 'he1p', 'heIp', 'HELP', 'IegaI', 'lega1', 'mai1', 'nu11', 'nuII', 'n-u-l-l', '8ot'],
    ...['t-e-a-m', 'nightstand', 'NightStand', 'night_stand', 'n1ght5tand', 'no-reply', 'vvebmaster'],
    ...['nightstand-team', 'official_nightstand', 'Nightstand1', 'the-nightstand-staff'],
  ])
    assert.ok(isReservedUsername(name), name);
});

test('accepts ordinary usernames that contain a reserved word or end with a number', () => {
  for (const name of [
    ...['Steam', 'Hosta', 'Teamster', 'Mali', 'Mall', 'Meg', 'Modesty', 'administrata', 'Badminton'],
    ...['author1', 'user1', 'user5', 'User_5', 'author5', 'tag5', 'mod5', 'account55', 'user42', 'story-7'],
    ...['guest-house', 'about-ada', 'ada-official', 'home_alone', 'helper', 'Nulla', 'bottom', 'apian'],
    ...['one-night-stand', 'OneNightStand', 'mira-quill', 'Tomas_Reed', 'una-new', 'reader-bcd2345', '123'],
  ])
    assert.ok(!isReservedUsername(name), name);
});
