import '../server-only.ts';
import { readFileSync } from 'node:fs';
import { installed } from './installation.ts';

const manifest = JSON.parse(readFileSync(installed('package.json'), 'utf8')) as {
  version: string;
};

export const version = manifest.version;
