import '../server-only.ts';
import { createHmac, randomBytes } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { makeFolder } from '../runtime/make-folder.ts';
import { codeOf, reasonOf, StartError } from '../runtime/start-error.ts';

const MIN_SECRET_BYTES = 32;

export interface Signer {
  /** HMAC-SHA-256 of a text under the site's secret; the purpose keeps signatures for one thing from serving another. */
  sign(purpose: string, text: string): Buffer;
}

export function createSigner(secret: Buffer): Signer {
  return {
    sign: (purpose, text) => createHmac('sha256', secret).update(`${purpose}\n${text}`).digest(),
  };
}

/**
 * The signing secret: the configured one, or the one in DATA_DIR/secret, which the first start creates. The file's text
 * counts unchanged, so an operator can move it to SECRET and every signature stays valid.
 */
export function loadSecret(dataDir: string, configured: string | undefined): Buffer {
  if (configured) return Buffer.from(configured, 'utf8');
  const path = join(dataDir, 'secret');
  try {
    return readSecret(path) ?? makeSecret(dataDir, path);
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(
      `The secret file ${path} cannot be used: ${reasonOf(error)}; fix it, or set DATA_DIR to another folder`,
      { cause: error },
    );
  }
}

function readSecret(path: string): Buffer | undefined {
  let text: string;
  try {
    // Reading anything but a plain file might block for ever.
    if (!statSync(path).isFile()) throw new Error('it is not a file');
    text = readFileSync(path, 'utf8').trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  const secret = Buffer.from(text, 'utf8');
  if (secret.length < MIN_SECRET_BYTES)
    // Never replaced automatically: the file may be from a botched restore, and a new secret ends everything signed
    // with the old.
    throw new StartError(
      `The secret file ${path} holds ${secret.length} bytes and needs at least ${MIN_SECRET_BYTES}: restore it, or remove it to have a new one made`,
    );
  // A copy or a restore often loses the mode.
  if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
  return secret;
}

function makeSecret(dataDir: string, path: string): Buffer {
  makeFolder(dataDir);
  const draft = `${path}.${randomBytes(8).toString('hex')}`;
  try {
    const file = openSync(draft, 'wx', 0o600);
    try {
      writeSync(file, `${randomBytes(48).toString('base64url')}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    // link() refuses an existing name, which rename() would overwrite: of two concurrent starts one wins completely.
    linkSync(draft, path);
    syncFolder(dataDir);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  const secret = readSecret(path);
  if (!secret) throw new StartError(`The secret file ${path} vanished while it was being made`);
  return secret;
}

// Syncs the folder: otherwise a power cut may lose the file's name after the first answers were signed.
function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
