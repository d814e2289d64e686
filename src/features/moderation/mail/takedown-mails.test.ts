import assert from 'node:assert/strict';
import { test } from 'node:test';
import { claimantMail, counterNoticeMail } from './takedown-mails.ts';

const url = 'https://nightstand.test';
const notification = { requestId: 7, words: 'It is mine.', from: '2026-12-01', until: '2026-12-05' };
const answer = { requestId: 7, what: 'rejected', note: 'It names no work.' } as const;

test('a claimant is asked to answer a mail only where somebody reads the answer', () => {
  for (const readsReplies of [true, false]) {
    const site = { url, readsReplies };
    const mails = [claimantMail(site, answer), counterNoticeMail(site, notification)];
    for (const { text } of mails) assert.equal(text.includes('reply to this email'), readsReplies, text);
    if (readsReplies) continue;
    assert.match(mails[0]?.text ?? '', /quote the number 7.*\/contact/s);
    assert.match(mails[1]?.text ?? '', /quote the number 7.*\/takedown-request/s);
  }
});
