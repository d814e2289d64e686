import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { describeBuildDamage } from '#app/build-checksums.ts';

// This file is bundled on its own and imports nothing else of the build: it must run before the rest is trusted.
const build = fileURLToPath(new URL('..', import.meta.url));
const damage = describeBuildDamage(build);
if (damage !== undefined) {
  process.stderr.write(`The build in ${build} ${damage}: run "npm run build"\n`);
  process.exit(1);
}

// V8 must read the flag before any module is loaded, hence here (decision 0010). Loading would otherwise grow the young
// generation to 48 MB for good; run-site.ts restores the default growth once the site serves requests.
setFlagsFromString('--semi-space-growth-factor=1');
// Reuses code that an earlier start has compiled.
enableCompileCache(join(build, 'compiled'));

await import('#app/run-site.ts');
