import { enableCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { installed } from '#platform/installation.ts';

// Here and not in what follows, since it has to be said before anything is loaded (decision 0060).
// What is loaded at a start would make V8 take 48 MB for young objects, and keep them; it may once there is work to do.
setFlagsFromString('--semi-space-growth-factor=1');
// What was compiled at one start is taken over at the next.
enableCompileCache(installed('dist/compiled'));

await import('#app/run-site.ts');
