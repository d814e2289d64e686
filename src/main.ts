import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { buildDamage } from '#app/build-checksums.ts';

// This file is built into one of its own that imports nothing else of the build: it has to run before the rest is trusted.
const build = fileURLToPath(new URL('..', import.meta.url));
const damage = buildDamage(build);
if (damage !== undefined) {
  process.stderr.write(`The build in ${build} ${damage}: run "npm run build"\n`);
  process.exit(1);
}

// Here and not in what follows, since it has to be said before anything is loaded (decision 0010).
// What is loaded at a start would make V8 take 48 MB for young objects, and keep them; it may once there is work to do.
setFlagsFromString('--semi-space-growth-factor=1');
// What was compiled at one start is taken over at the next.
enableCompileCache(join(build, 'compiled'));

await import('#app/run-site.ts');
