import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

// Here and not in what follows, since it has to be said before anything is loaded (decision 0060).
// Room for young objects: what V8 takes by itself, 16 MB and more, is a quarter of what a process holds at rest.
setFlagsFromString('--max-semi-space-size=4');
setFlagsFromString('--semi-space-growth-factor=1');
// What was compiled at one start is taken over at the next.
enableCompileCache(fileURLToPath(new URL('../dist/compiled', import.meta.url)));

await import('#app/run-site.ts');
