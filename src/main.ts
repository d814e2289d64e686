import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';

// Here and not in what follows, since it has to be said before anything is loaded (decision 0060).
// What is loaded at a start would make V8 take 48 MB for young objects, and keep them; it may once there is work to do.
setFlagsFromString('--semi-space-growth-factor=1');
// What was compiled at one start is taken over at the next.
enableCompileCache(fileURLToPath(new URL('../dist/compiled', import.meta.url)));

await import('#app/run-site.ts');
