import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SETTINGS } from './config.ts';
import { findMistypedSettings, mistypedText } from './mistyped-settings.ts';

const meant = (...names: string[]) =>
  findMistypedSettings(names, SETTINGS).map(({ variable, setting }) => `${variable} ${setting}`);

test('a variable that is nearly a setting is found, with the setting that is nearest', () => {
  assert.deepEqual(meant('SMPT_URL', 'PUBLIC_URI', 'public_url', 'OPERATOR_ADRESS', 'TRUSTPROXY'), [
    'SMPT_URL SMTP_URL',
    'PUBLIC_URI PUBLIC_URL',
    'public_url PUBLIC_URL',
    'OPERATOR_ADRESS OPERATOR_ADDRESS',
    'TRUSTPROXY TRUST_PROXY',
  ]);
});

test('settings and the variables of other programs are none', () => {
  assert.deepEqual(meant(...SETTINGS), []);
  const others = ['HOME', 'HOSTNAME', 'POST', 'LOGNAME', 'LANGUAGE', 'DATABASE', 'NODE_OPTIONS', 'MAILCHECK'];
  assert.deepEqual(meant(...others, 'npm_config_user_agent', 'SSH_CONNECTION', 'XDG_DATA_DIRS'), []);
});

test('the sentence names both', () => {
  assert.match(
    mistypedText([{ variable: 'SMPT_URL', setting: 'SMTP_URL' }]),
    /ignored: SMPT_URL \(SMTP_URL\?\)$/,
  );
});
