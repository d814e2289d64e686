import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LICENCES } from '../contract/licences.ts';
import { licenceAddress, licenceLabel } from './licence.ts';

test('each licence has the name and address that Creative Commons gave it', () => {
  const site = 'https://creativecommons.org';
  assert.deepEqual(
    LICENCES.map((licence) => [licenceLabel(licence), licenceAddress(licence)]),
    [
      ['CC BY 4.0', `${site}/licenses/by/4.0/`],
      ['CC BY-SA 4.0', `${site}/licenses/by-sa/4.0/`],
      ['CC BY-NC 4.0', `${site}/licenses/by-nc/4.0/`],
      ['CC BY-NC-SA 4.0', `${site}/licenses/by-nc-sa/4.0/`],
      ['CC BY-ND 4.0', `${site}/licenses/by-nd/4.0/`],
      ['CC BY-NC-ND 4.0', `${site}/licenses/by-nc-nd/4.0/`],
      ['CC0 1.0', `${site}/publicdomain/zero/1.0/`],
    ],
  );
});
