import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type GoogleFlow, parseGoogleFlow } from './google-flow.ts';

test('parses the purpose, return path and username of a Google flow, and accepts paths of this site only', () => {
  const table: [string | null, GoogleFlow][] = [
    ['{"purpose":"sign-in","returnTo":"/tags?q=a"}', { purpose: 'sign-in', returnTo: '/tags?q=a' }],
    ['{"purpose":"link","returnTo":"/profile"}', { purpose: 'link', returnTo: '/profile' }],
    [
      '{"purpose":"sign-up","username":" Wren_9 "}',
      { purpose: 'sign-up', returnTo: undefined, username: 'Wren_9' },
    ],
    ['{"purpose":"sign-up","username":"w"}', { purpose: 'sign-up', returnTo: undefined }],
    ['{"purpose":"sign-in","username":"Wren_9"}', { purpose: 'sign-in', returnTo: undefined }],
    ['{"purpose":"sign-up"}', { purpose: 'sign-up', returnTo: undefined }],
    ['{"purpose":"link"}', { purpose: 'link', returnTo: undefined }],
    ['{"returnTo":"//evil.example"}', { purpose: 'sign-in', returnTo: undefined }],
    ['{"returnTo":"https://evil.example"}', { purpose: 'sign-in', returnTo: undefined }],
    ['{"returnTo":"javascript:alert(1)"}', { purpose: 'sign-in', returnTo: undefined }],
    ['{"returnTo":7}', { purpose: 'sign-in', returnTo: undefined }],
    ['{"purpose":"other"}', { purpose: 'sign-in', returnTo: undefined }],
    ['null', { purpose: 'sign-in', returnTo: undefined }],
    ['[1]', { purpose: 'sign-in', returnTo: undefined }],
    ['"text"', { purpose: 'sign-in', returnTo: undefined }],
    ['{', { purpose: 'sign-in', returnTo: undefined }],
    [null, { purpose: 'sign-in', returnTo: undefined }],
  ];
  for (const [text, flow] of table) assert.deepEqual(parseGoogleFlow(text), flow, String(text));
});
