import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Call, DataOf, InputOf } from '#base/contract.ts';
import { addressOf } from '#base/contract.ts';
import type { ErrorEnvelope } from '#base/failure.ts';
import { freePort } from '#platform/http/free-port.ts';
import type { Context } from '#platform/runtime/context.ts';
import { withQuery } from '#urls.ts';
import { retryWhileBusy } from './retry-while-busy.ts';
import { copyFolder } from './template-database.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

export interface RunningSite {
  /** The address at which it listens. Its public address is the same unless PUBLIC_URL says otherwise. */
  url: string;
  dataDir: string;
  child: ChildProcess;
  /** The output so far, for the message of a failing test. */
  output(): string;
  /** Makes a call of the contract over the wire; a token makes it as the account of its session. */
  call<C extends Call>(call: C, input: InputOf<C>, token?: string): Promise<DataOf<C>>;
  /** Does some work with its database, beside the running site. */
  within<Result>(work: (context: Context) => Promise<Result>): Promise<Result>;
  stop(): Promise<void>;
}

/**
 * The built site as a process of its own, on a free port, with the sample library in a folder that is removed
 * at the end. `fill` adds to its database before the site is returned.
 */
export async function startSite(
  options: {
    env?: Record<string, string>;
    fill?: (context: Context) => Promise<unknown>;
    /** The folder of a site that ended without a stop. */
    dataDir?: string;
    /** The name of this machine in its address, by default in numbers. */
    hostname?: string;
  } = {},
): Promise<RunningSite> {
  const isNew = options.dataDir === undefined && options.env?.SAMPLE_LIBRARY === undefined;
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'nightstand-journey-')));
  const template = process.env[TEMPLATE_FOLDER_VARIABLE];
  if (isNew && template !== undefined) await copyFolder(template, dataDir);
  const port = await freePort('127.0.0.1');
  const url = `http://${options.hostname ?? '127.0.0.1'}:${port}`;
  const env = {
    ...inheritedEnvironment(),
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: url,
    DATA_DIR: dataDir,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
    ...options.env,
  };
  const child = spawn(process.execPath, ['dist/site/main.js'], {
    cwd: root,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let written = '';
  child.stdout.on('data', (chunk: Buffer) => {
    written += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    written += chunk;
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      await once(child, 'exit');
    }
    await rm(dataDir, { recursive: true, force: true });
  };
  const site: RunningSite = {
    url,
    dataDir,
    child,
    output: () => written,
    call: (call, input, token) => callOver(site, call, input, token),
    within: (work) => besideDatabase(env, work),
    stop,
  };
  try {
    await untilHealthy(site);
    if (options.fill !== undefined) await site.within(options.fill);
  } catch (error) {
    await stop();
    throw error;
  }
  return site;
}

/**
 * The variable names the folder of a site that was started and stopped: in a run of all tests, a new site
 * begins with a copy of it.
 */
export const TEMPLATE_FOLDER_VARIABLE = 'NIGHTSTAND_TEST_FOLDER';

/** A site's folder as it is after its first start, without its secret. */
export async function createTemplateFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'nightstand-template-'));
  const site = await startSite();
  const ended = once(site.child, 'exit');
  site.child.kill('SIGTERM');
  await ended;
  await copyFolder(site.dataDir, folder);
  await site.stop();
  for (const name of ['secret', 'lock', 'lock.pid']) await rm(join(folder, name), { force: true });
  return folder;
}

/** Only the settings that a program needs to run: those of the test machine do not belong to the test. */
function inheritedEnvironment(): Record<string, string> {
  const names = ['PATH', 'HOME', 'USER', 'LOGNAME', 'LANG', 'TMPDIR', 'NODE_COMPILE_CACHE'];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

async function untilHealthy(site: RunningSite): Promise<void> {
  for (;;) {
    if (site.child.exitCode !== null) throw new Error(`the site did not open:\n${site.output()}`);
    const answer = await fetch(`${site.url}/healthz`).catch(() => undefined);
    if (answer?.status === 200) return;
    await pause(50);
  }
}

async function besideDatabase<Result>(
  env: Record<string, string>,
  work: (context: Context) => Promise<Result>,
): Promise<Result> {
  // Loading the server takes about a second, which only the journeys that work beside a site need.
  const [{ openRuntime }, { createLogger }, { readConfig }] = await Promise.all([
    import('#app/site.ts'),
    import('#platform/runtime/log.ts'),
    import('#platform/settings/config.ts'),
  ]);
  const read = readConfig(env);
  if (!read.ok) throw new Error(read.problems.join('\n'));
  const runtime = await openRuntime(read.config, createLogger({ level: 'error' }), { mayJoin: true });
  try {
    return await work(runtime.context);
  } finally {
    await runtime.close();
  }
}

type Envelope<Data> = { success: true; data: Data } | ErrorEnvelope;

async function callOver<C extends Call>(
  { url, output }: RunningSite,
  call: C,
  input: InputOf<C>,
  token: string | undefined,
): Promise<DataOf<C>> {
  const { path, rest } = addressOf(call, input as Record<string, unknown>);
  const isRead = call.method === 'GET';
  const address = isRead ? withQuery(`/api${path}`, rest as Record<string, string>) : `/api${path}`;
  const send = async () => {
    const answer = await fetch(url + address, {
      method: call.method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(isRead ? {} : { 'content-type': 'application/json' }),
      },
      ...(isRead ? {} : { body: JSON.stringify(rest) }),
    });
    return { answer, body: (await answer.json()) as Envelope<DataOf<C>> };
  };
  const { answer, body } = await retryWhileBusy(send, ({ answer, body }) => ({
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    code: body.success ? undefined : body.error.code,
  }));
  if (!body.success) {
    // The message of a bug has only a number, and its cause is in the log.
    const cause = answer.status === 500 ? `\n${output()}` : '';
    throw new Error(`${call.method} ${address}: ${answer.status} ${body.message}${cause}`);
  }
  return body.data;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** One GET over the wire: with any header, including Host, and without following redirects. */
export function get(site: RunningSite, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    // The path stays as it is: the URL class would normalise it.
    const { hostname, port } = new URL(site.url);
    const pending = request({ hostname, port, path, headers, agent: false }, async (answer) => {
      answer.setEncoding('utf8');
      let text = '';
      for await (const chunk of answer) text += chunk;
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text });
    });
    pending.on('error', reject);
    pending.end();
  });
}
