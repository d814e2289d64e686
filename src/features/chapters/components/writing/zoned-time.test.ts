import assert from 'node:assert/strict';
import { test } from 'node:test';
import { localTime, momentOf, zones } from './zoned-time.ts';

test('a local time is a moment in its zone, in summer and in winter', () => {
  const cases: [string, string, string][] = [
    ['2026-11-27T18:00', 'UTC', '2026-11-27T18:00:00.000Z'],
    ['2026-11-27T18:00', 'Europe/Berlin', '2026-11-27T17:00:00.000Z'],
    ['2026-07-27T18:00', 'Europe/Berlin', '2026-07-27T16:00:00.000Z'],
    ['2026-07-27T18:00', 'America/New_York', '2026-07-27T22:00:00.000Z'],
    ['2026-07-27T18:00', 'Asia/Kolkata', '2026-07-27T12:30:00.000Z'],
    ['2026-10-25T00:30', 'Europe/Berlin', '2026-10-24T22:30:00.000Z'],
    ['2026-10-25T03:30', 'Europe/Berlin', '2026-10-25T02:30:00.000Z'],
    ['2026-03-29T03:30', 'Europe/Berlin', '2026-03-29T01:30:00.000Z'],
  ];
  for (const [local, zone, moment] of cases) {
    assert.equal(momentOf(local, zone)?.toISOString(), moment, `${local} ${zone}`);
    assert.equal(localTime(new Date(moment), zone), local);
  }
});

test('a time that comes twice is the first one, and one that is left out moves forward, in every zone', () => {
  const twice: [string, string, string][] = [
    ['2026-10-25T02:30', 'Europe/Berlin', '2026-10-25T00:30:00.000Z'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
    ['2026-04-05T01:45', 'Australia/Lord_Howe', '2026-04-04T14:45:00.000Z'],
  ];
  for (const [local, zone, moment] of twice) {
    assert.equal(momentOf(local, zone)?.toISOString(), moment, `${local} ${zone}`);
    assert.equal(localTime(new Date(moment), zone), local);
  }
  const leftOut: [string, string, string][] = [
    ['2026-03-29T02:30', 'Europe/Berlin', '2026-03-29T03:30'],
    ['2026-03-08T02:30', 'America/New_York', '2026-03-08T03:30'],
    ['2026-10-04T02:15', 'Australia/Lord_Howe', '2026-10-04T02:45'],
  ];
  for (const [local, zone, later] of leftOut)
    assert.equal(localTime(momentOf(local, zone) ?? new Date(0), zone), later, `${local} ${zone}`);
});

test('an empty field is no moment, and every zone is known', () => {
  assert.equal(momentOf('', 'UTC'), undefined);
  const now = new Date('2026-11-22T12:00:00.000Z');
  for (const zone of zones())
    assert.equal(momentOf(localTime(now, zone), zone)?.getTime(), now.getTime(), zone);
});
