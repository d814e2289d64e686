import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Adds to package-lock.json the optional packages of other platforms that npm left out because its registry
 * did not have them: `npm ci` refuses a lock that names an optional dependency and has no entry for it.
 * Run after `npm install` when `npm ci` says "Missing: … from lock file".
 */
interface LockEntry {
  version?: string;
  dev?: boolean;
  optional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  optionalDependencies?: Record<string, string>;
}

const file = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, LockEntry> };
const [root, ...installed] = Object.entries(lock.packages);

/** Platform and processor stand in such a package's name: binding-linux-x64-musl, cli-darwin-arm64. */
function platformOf(name: string): Pick<LockEntry, 'os' | 'cpu' | 'libc'> {
  const [os = '', cpu = '', abi] = (name.split('/')[1] ?? '').replace(/^(?:cli|binding)-/, '').split('-');
  if (os !== 'linux' || abi === undefined) return { os: [os], cpu: [cpu] };
  return { os: [os], cpu: [cpu], libc: [abi.startsWith('musl') ? 'musl' : 'glibc'] };
}

const missing = installed.flatMap(([, entry]) =>
  Object.entries(entry.optionalDependencies ?? {})
    .filter(([name]) => !(`node_modules/${name}` in lock.packages) && /\/(?:cli|binding)-/.test(name))
    .map(([name, version]): [string, LockEntry] => [
      `node_modules/${name}`,
      { version, ...platformOf(name), ...(entry.dev ? { dev: true } : {}), optional: true },
    ]),
);

if (root !== undefined && missing.length > 0) {
  const sorted = [...installed, ...missing].sort(([a], [b]) => (a < b ? -1 : 1));
  lock.packages = Object.fromEntries([root, ...sorted]);
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
}
process.stdout.write(`${missing.length} entries added\n`);
