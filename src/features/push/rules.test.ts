import assert from 'node:assert/strict';
import { createECDH } from 'node:crypto';
import { test } from 'node:test';
import { areSubscriptionKeys, pushServiceOf } from './rules.ts';
import { vapidKeys } from './service/vapid-keys.ts';

test('only the services of browsers, and those of the operator, are sent anything', () => {
  const others = ['http://127.0.0.1:8080'];
  const services: [string, string | undefined][] = [
    ['https://fcm.googleapis.com/fcm/send/abc', 'Google'],
    ['https://updates.push.services.mozilla.com/wpush/v2/abc', 'Mozilla'],
    ['https://web.push.apple.com/abc', 'Apple'],
    ['https://wns2-par02p.notify.windows.com/w/?token=abc', 'Microsoft'],
    ['http://127.0.0.1:8080/abc', '127.0.0.1'],
    ['http://127.0.0.1:8081/abc', undefined],
    ['http://fcm.googleapis.com/fcm/send/abc', undefined],
    ['https://fcm.googleapis.com:8443/fcm/send/abc', undefined],
    ['https://fcm.googleapis.com.example.test/', undefined],
    ['https://evil-fcm.googleapis.com/', undefined],
    ['https://name:word@fcm.googleapis.com/', undefined],
    ['https://push.apple.com.example.test/', undefined],
    ['file:///etc/passwd', undefined],
    ['nonsense', undefined],
  ];
  for (const [endpoint, service] of services)
    assert.equal(pushServiceOf(endpoint, others), service, endpoint);
});

test('keys that are no point of the curve are refused', () => {
  const auth = Buffer.alloc(16, 7).toString('base64url');
  const point = createECDH('prime256v1').generateKeys();
  assert.equal(areSubscriptionKeys(point.toString('base64url'), auth), true);
  assert.equal(areSubscriptionKeys(point.toString('base64url'), auth.slice(0, 10)), false);
  const elsewhere = Buffer.from(point);
  elsewhere[64] = (elsewhere[64] ?? 0) ^ 1;
  assert.equal(areSubscriptionKeys(elsewhere.toString('base64url'), auth), false);
  assert.equal(areSubscriptionKeys('', auth), false);
});

test('a key of the site that begins with zeros has its whole length', () => {
  const key = Buffer.alloc(32, 7).fill(0, 0, 2);
  assert.equal(vapidKeys({ sign: () => key }).privateKey, key.toString('base64url'));
});
