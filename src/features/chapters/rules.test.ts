import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextPublication, type Publication, type RequestedPublication } from './rules.ts';

const now = new Date('2026-11-27T17:00:00Z');
const later = new Date('2026-11-27T18:00:00Z');
const published: Publication = { state: 'published', publish_at: null };
const draft: Publication = { state: 'draft', publish_at: null };
const scheduled: Publication = { state: 'scheduled', publish_at: later };
const FUTURE = '2026-11-27T19:00:00+01:00';
const PAST = '2026-11-27T17:59:59+01:00';

// Interface, Stories and chapters: A chapter is a draft, scheduled or published
// Interface, Stories and chapters: publish_at is ISO 8601 with offset; a past time means now
test('a request changes the state of a chapter, and a time that has come means now', () => {
  const cases: [RequestedPublication, Publication | undefined, Publication | undefined][] = [
    [{}, undefined, published],
    [{ state: 'draft' }, undefined, draft],
    [{ state: 'scheduled', publish_at: FUTURE }, undefined, scheduled],
    [{ publish_at: FUTURE }, undefined, scheduled],
    [{ publish_at: PAST }, undefined, published],
    [{ state: 'scheduled', publish_at: PAST }, undefined, published],
    [{ state: 'scheduled' }, undefined, undefined],
    [{ state: 'scheduled', publish_at: null }, undefined, undefined],
    [{ state: 'published', publish_at: FUTURE }, undefined, published],
    [{ state: 'draft', publish_at: FUTURE }, undefined, draft],
    [{}, draft, draft],
    [{}, scheduled, scheduled],
    [{}, published, published],
    [{ state: 'scheduled' }, scheduled, scheduled],
    [{ publish_at: null }, scheduled, scheduled],
    [{ publish_at: FUTURE }, draft, scheduled],
    [{ publish_at: PAST }, scheduled, published],
    [{ publish_at: FUTURE }, published, published],
    [{ state: 'scheduled', publish_at: FUTURE }, published, scheduled],
    [{ state: 'draft' }, scheduled, draft],
    [{ state: 'draft' }, published, draft],
  ];
  for (const [request, present, expected] of cases)
    assert.deepEqual(nextPublication(request, present, now), expected, JSON.stringify([request, present]));
});
