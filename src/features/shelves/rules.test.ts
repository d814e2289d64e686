import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseShelfName } from './rules.ts';

test('a shelf is named by its state, as bookmarks, by number or by slug', () => {
  const table = {
    to_read: { kind: 'state', state: 'to_read' },
    'set-aside': { kind: 'state', state: 'set_aside' },
    bookmarks: { kind: 'bookmarks' },
    '17': { kind: 'custom', named: { id: 17 } },
    'slow-burns-k7q2m9xw3f': { kind: 'custom', named: { slug: 'slow-burns-k7q2m9xw3f' } },
  };
  for (const [text, name] of Object.entries(table)) assert.deepEqual(parseShelfName(text), name, text);
});
