import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The tiers of the test suite, quickest first. `unit` needs only Node, `api` a database, `journeys` the built
 * site and a browser. `faults` kills, starves and restarts whole processes and threads.
 */
export const testTiers = ['unit', 'api', 'journeys', 'faults'] as const;

export type TestTier = (typeof testTiers)[number];

/** Test files outside `tests/faults` that kill, starve or restart whole processes or threads. */
const FAULTS = [
  'tests/faults/',
  'tests/backup/',
  'tests/reactions-survive-kill.test.ts',
  'tests/large-library.test.ts',
  'tests/life-cycle.test.ts',
  'tests/replica-and-pooler.test.ts',
  'tests/startup.test.ts',
  'tests/web-processes.test.ts',
  'src/platform/database/embedded/embedded-postgres.test.ts',
  'src/platform/database/embedded/unseen-processes.test.ts',
  'src/platform/html/html-cleaner-pool.test.ts',
];

/** Modules that only tests with a database import. */
const DATABASE_MODULES = ['tests/support/template-database.ts', 'src/platform/database/database.ts'];

/** Modules that only tests with a built site import. */
const SITE_MODULES = ['tests/support/running-site.ts', 'tests/support/chromium.ts'];

/** Every test file of the repository with its tier, which follows from its folder and its imports. */
export function testFilesByTier(): Record<TestTier, string[]> {
  const files = globSync(['src/**/*.test.ts', 'tests/**/*.test.ts']).sort();
  const tiers: Record<TestTier, string[]> = { unit: [], api: [], journeys: [], faults: [] };
  for (const file of files) tiers[tierOf(file)].push(file);
  return tiers;
}

export function tierOf(file: string): TestTier {
  if (FAULTS.some((place) => file.startsWith(place))) return 'faults';
  if (file.startsWith('tests/journeys/')) return 'journeys';
  const reached = reachableFrom(file);
  if (SITE_MODULES.some((module) => reached.has(module))) return 'journeys';
  return DATABASE_MODULES.some((module) => reached.has(module)) ? 'api' : 'unit';
}

/** The file and every file of the repository that it imports, directly or indirectly, without imports of types. */
function reachableFrom(file: string, reached = new Set<string>()): Set<string> {
  if (reached.has(file)) return reached;
  reached.add(file);
  for (const imported of importsOf(file)) reachableFrom(imported, reached);
  return reached;
}

const importsByFile = new Map<string, string[]>();

function importsOf(file: string): string[] {
  const known = importsByFile.get(file);
  if (known !== undefined) return known;
  const source = readFileSync(file, 'utf8');
  const statements = source.matchAll(
    /^(?:import|export) (?!type)[^;]*?'([#.][^']+\.tsx?)'|import\('([#.][^']+\.tsx?)'\)/gm,
  );
  const imports = [...statements].map((match) => pathOf(match[1] ?? match[2] ?? '', file));
  importsByFile.set(file, imports);
  return imports;
}

function pathOf(specifier: string, from: string): string {
  if (specifier.startsWith('#tests/')) return specifier.slice(1);
  return specifier.startsWith('#') ? `src/${specifier.slice(1)}` : join(dirname(from), specifier);
}
