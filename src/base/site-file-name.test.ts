import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { siteFileName } from './site-file-name.ts';
import { DEFAULT_SITE_NAME, setSiteName } from './site-name.ts';

after(() => setSiteName(DEFAULT_SITE_NAME));

test('a file that somebody takes away has the name of the site, in letters that every system takes', () => {
  const table: [string, string][] = [
    [DEFAULT_SITE_NAME, 'nightstand-export.zip'],
    ['Chez Éloïse & Fils', 'chez-eloise-fils-export.zip'],
    ['  “After” Hours! ', 'after-hours-export.zip'],
    ['../../etc', 'etc-export.zip'],
    ['夜の本', 'nightstand-export.zip'],
    [`${'a'.repeat(59)} ${'b'.repeat(9)}`, `${'a'.repeat(59)}-export.zip`],
  ];
  for (const [name, file] of table) {
    setSiteName(name);
    assert.equal(siteFileName('export.zip'), file);
  }
});
