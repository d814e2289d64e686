import '../../server-only.ts';
import { createHash } from 'node:crypto';
import { chmod, lstat, mkdir, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf, reasonOf, StartError } from '../../runtime/start-error.ts';

/** The port only names the socket file; nothing listens on the network. */
export const socketPort = 5432;

const socketName = `.s.PGSQL.${socketPort}`;
// The kernel's sockaddr_un has 108 bytes, one of them for the end.
const MAX_SOCKET_PATH_BYTES = 107;

/**
 * The folder for the database's socket, which only this user may enter. It is in the data folder, or in the system's
 * folder for temporary files when the name would be too long for the kernel.
 */
export async function makeSocketDir(dataDir: string): Promise<string> {
  const name = `nightstand-${process.getuid?.()}-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`;
  const candidates = [join(dataDir, 'db-socket'), join(tmpdir(), name), join('/tmp', name)];
  const folder = candidates.find(
    (path) => Buffer.byteLength(join(path, socketName)) <= MAX_SOCKET_PATH_BYTES,
  );
  if (!folder)
    throw new StartError(`No folder for the database's socket has a short enough name; set TMPDIR`);
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST')
      throw new StartError(
        `The folder ${folder} for the database's socket cannot be made: ${reasonOf(error)}`,
      );
    const { uid } = await lstat(folder);
    if (uid === process.getuid?.() && !(await lstat(folder)).isSymbolicLink()) await chmod(folder, 0o700);
  }
  if (!(await isPrivateFolder(folder)))
    throw new StartError(
      `The folder ${folder} for the database's socket belongs to someone else: remove it, or set TMPDIR to a folder of your own`,
    );
  return folder;
}

/** Whether the path is a folder, not a link, that belongs to this user and that nobody else may enter. */
export async function isPrivateFolder(path: string): Promise<boolean> {
  const stats = await lstat(path).catch(() => undefined);
  return stats?.isDirectory() === true && stats.uid === process.getuid?.() && (stats.mode & 0o077) === 0;
}

/**
 * Removes the socket of a dead server. PostgreSQL does this itself, except when another process has the dead server's
 * pid or the dead server is still a zombie.
 */
export async function removeStaleSocket(socketDir: string): Promise<void> {
  for (const name of [socketName, `${socketName}.lock`]) await rm(join(socketDir, name), { force: true });
}

/** Whether any process listens on the folder's socket. */
export function isSocketListening(socketDir: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(join(socketDir, socketName));
    const settle = (isListening: boolean) => {
      socket.destroy();
      resolve(isListening);
    };
    socket.setTimeout(1000, () => settle(false));
    socket.once('connect', () => settle(true));
    socket.once('error', () => settle(false));
  });
}
