import '../server-only.ts';
import { readFileSync } from 'node:fs';
import { installedPath } from './installation.ts';

const manifest = JSON.parse(readFileSync(installedPath('package.json'), 'utf8')) as {
  version: string;
};

export const version = manifest.version;
