import { readFileSync, writeFileSync } from 'node:fs';
import { admits, MIN_NODE_VERSIONS } from './node-range.ts';

/**
 * Adds to package-lock.json the optional packages of other platforms that npm left out because its registry
 * did not have them: `npm ci` refuses a lock that names an optional dependency and has no entry for it. Run
 * after `npm install` when `npm ci` says "Missing: … from lock file".
 *
 * Also removes demands for a newer Node than npm may run on. npm compares them with its own Node and warns,
 * although the packages run on the Node that is installed with them (decision 0010;
 * tests/supply-chain.test.ts compares with that one).
 */
interface LockEntry {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  hasInstallScript?: boolean;
  engines?: { node?: string };
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockEntry> };
const [root, ...installed] = Object.entries(lock.packages);

/** The name of such a package ends with platform and processor: binding-linux-x64-musl, cli-darwin-arm64. */
const PLATFORM_PACKAGE = /\/(?:cli|binding|cbor-extract)-(.+)$/;

function platformOf(name: string): Pick<LockEntry, 'os' | 'cpu' | 'libc'> {
  const [os = '', cpu = '', abi] = (PLATFORM_PACKAGE.exec(name)?.[1] ?? '').split('-');
  if (os !== 'linux' || abi === undefined) return { os: [os], cpu: [cpu] };
  return { os: [os], cpu: [cpu], libc: [abi.startsWith('musl') ? 'musl' : 'glibc'] };
}

const missing = installed.flatMap(([, entry]) =>
  Object.entries(entry.optionalDependencies ?? {})
    .filter(([name]) => !(`node_modules/${name}` in lock.packages) && PLATFORM_PACKAGE.test(name))
    .map(([name, version]): [string, LockEntry] => [
      `node_modules/${name}`,
      { version, ...platformOf(name), ...(entry.dev ? { dev: true } : {}), optional: true },
    ]),
);

// A package with an install script runs on npm's own Node, and npm continues without an optional one.
const demanding = installed.filter(([, { engines, optional, hasInstallScript }]) => {
  const range = engines?.node;
  if (range === undefined || optional || hasInstallScript) return false;
  return !MIN_NODE_VERSIONS.every((version) => admits(range, version));
});
for (const [, entry] of demanding) delete entry.engines;

if (root !== undefined && missing.length + demanding.length > 0) {
  const sorted = [...installed, ...missing].sort(([a], [b]) => (a < b ? -1 : 1));
  lock.packages = Object.fromEntries([root, ...sorted]);
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}
process.stdout.write(
  `${missing.length} entries added, ${demanding.length} without their demand for a newer Node\n`,
);
