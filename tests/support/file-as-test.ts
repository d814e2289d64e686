import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { DEFAULT_SITE_NAME, setSiteName } from '#base/site-name.ts';

// The test runner reports the message of an error outside of the tests, but not the place where it happened.
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error) => console.error(`${event}:`, error));

/**
 * The tests of a file as one test of another file, with their own cleanup. The file is loaded when its turn comes, so
 * that its site or database does not wait for the files before it. Its tests begin once all of it is loaded, as they
 * do in a process of their own; the first would begin at once otherwise, before the constants below it exist.
 */
export function fileAsTest(file: string): void {
  void test(file, async (context) => {
    const { promise: loaded, resolve } = Promise.withResolvers<void>();
    context.beforeEach(() => loaded);
    // The name of a site belongs to the process, and an earlier file may have changed it.
    setSiteName(DEFAULT_SITE_NAME);
    try {
      await import(pathToFileURL(file).href);
    } finally {
      resolve();
    }
  });
}
