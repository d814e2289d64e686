import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '#platform/http/free-port.ts';
import { startPrimary } from '#tests/support/streaming-replica.ts';

/**
 * Upgrades two instances behind nginx, one after the other, while readers read and authors write:
 * `node bench/faults/rolling-upgrade.ts ../earlier-release`. The folder is a built clone of an earlier release; the
 * later one is this clone. nginx and openssl must be installed; the configuration is that of deploy/. Ends with 1 if
 * any request failed.
 */
const later = fileURLToPath(new URL('../..', import.meta.url));
const earlier = resolve(process.argv[2] ?? '');
if (process.argv[2] === undefined) throw new Error('name the folder of a built clone of an earlier release');

const NAME = 'nightstand.example';
const READERS = 6;
const WRITERS = 3;
const SECONDS_BETWEEN = 5;

const folder = await mkdtemp(join(tmpdir(), 'nightstand-upgrade-'));
const database = await startPrimary();
const ports = { tls: await freePort('127.0.0.1'), plain: await freePort('127.0.0.1') };
const instances = [await startInstance(earlier, 0), await startInstance(earlier, 1)];
const nginx = await startNginx(instances.map(({ port }) => port));
try {
  process.exitCode = await drill();
} finally {
  nginx.kill('SIGTERM');
  for (const { child } of instances) child.kill('SIGTERM');
  await Promise.all(instances.map(({ child }) => child.exitCode ?? once(child, 'exit')));
  await database.remove();
  await rm(folder, { recursive: true, force: true });
}

interface Instance {
  child: ChildProcess;
  port: number;
}

async function startInstance(release: string, at: number, port?: number): Promise<Instance> {
  const ownPort = port ?? (await freePort('127.0.0.1'));
  const child = spawn(process.execPath, ['dist/site/main.js'], {
    cwd: release,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      PORT: String(ownPort),
      DATA_DIR: join(folder, `data-${at}`),
      DATABASE_URL: database.connectionString,
      SECRET: 'a secret that both instances of the drill share',
      PUBLIC_URL: `https://${NAME}`,
      TRUST_PROXY: '127.0.0.1/32',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
    },
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error(`the instance in ${release} has ended`);
    const answer = await fetch(`http://127.0.0.1:${ownPort}/healthz`).catch(() => undefined);
    if (answer?.status === 200) return { child, port: ownPort };
    await pause(100);
  }
}

async function startNginx([first, second]: number[]): Promise<ChildProcess> {
  const key = join(folder, 'key.pem');
  const certificate = join(folder, 'certificate.pem');
  const subject = ['-subj', `/CN=${NAME}`, '-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject], {
    stdio: 'ignore',
  });
  const site = (await readFile(join(later, 'deploy/nginx.conf'), 'utf8'))
    .replace(/^ *listen \[::\].*$/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${ports.plain};`)
    .replace('listen 443', `listen 127.0.0.1:${ports.tls}`)
    .replace(/(?<=ssl_certificate ).*;/, `${certificate};`)
    .replace(/(?<=ssl_certificate_key ).*;/, `${key};`)
    .replace('127.0.0.1:3000', `127.0.0.1:${first}`)
    .replace('# server 127.0.0.1:3001', `server 127.0.0.1:${second}`);
  await mkdir(join(folder, 'nginx'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${join(folder, 'nginx', kind)};`,
  );
  const configuration = join(folder, 'nginx.conf');
  await writeFile(
    configuration,
    `daemon off; worker_processes 1; pid ${join(folder, 'nginx.pid')}; error_log ${join(folder, 'error.log')};
events { worker_connections 1000; }
http { ${temporary.join(' ')} ${site} }`,
  );
  const child = spawn('nginx', ['-c', configuration, '-p', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error('nginx has ended');
    if ((await send('GET', '/healthz').catch(() => undefined))?.status === 200) return child;
    await pause(50);
  }
}

interface Answer {
  status: number;
  body: string;
}

function send(method: string, path: string, options: { body?: object; token?: string; agent?: Agent } = {}) {
  const body = options.body === undefined ? undefined : JSON.stringify(options.body);
  return new Promise<Answer>((done, fail) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: ports.tls,
        servername: NAME,
        method,
        path,
        rejectUnauthorized: false,
        agent: options.agent,
        timeout: 20_000,
        headers: {
          host: NAME,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(options.token === undefined ? {} : { authorization: `Bearer ${options.token}` }),
        },
      },
      async (answer) => {
        try {
          const parts = await answer.toArray();
          done({ status: answer.statusCode ?? 0, body: Buffer.concat(parts).toString() });
        } catch (error) {
          fail(error);
        }
      },
    );
    sent
      .on('timeout', () => sent.destroy(new Error('no answer in 20 seconds')))
      .on('error', fail)
      .end(body);
  });
}

async function drill(): Promise<number> {
  let isOver = false;
  let requests = 0;
  const failures: string[] = [];
  /** Sends a request that has to succeed; returns its data. */
  async function ask(method: string, path: string, options: Parameters<typeof send>[2]) {
    requests += 1;
    try {
      const { status, body } = await send(method, path, options);
      if (status >= 200 && status < 300) return path.startsWith('/api') ? JSON.parse(body).data : undefined;
      failures.push(`${method} ${path}: ${status} ${body.slice(0, 200)}`);
    } catch (error) {
      failures.push(`${method} ${path}: ${String(error)}`);
    }
    return undefined;
  }
  async function read(at: number) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = 0; !isOver; turn += 1) {
      const paths = ['/', '/tags', `/search?q=lamp${at}x${turn}`, '/api/stories', '/authors', '/api/authors'];
      await ask('GET', paths[turn % paths.length] ?? '/', { agent });
    }
    agent.destroy();
  }
  async function write(at: number) {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const username = `upgrade-${at}`;
    const account = { username, email: `${username}@example.org`, password: 'a long and quiet evening' };
    const { token } = await ask('POST', '/api/accounts/signup', { agent, body: account });
    for (let turn = 0; !isOver; turn += 1) {
      const body = { title: `Between two releases, ${at}, ${turn}`, tags: ['travel'] };
      const story = await ask('POST', '/api/stories', { agent, token, body });
      if (story === undefined) continue;
      const chapter = { title: 'One', content: '<p>The train was late.</p>' };
      await ask('POST', `/api/stories/${story.id}/chapters`, { agent, token, body: chapter });
      await ask('POST', `/api/tracking/stories/${story.id}/bookmark`, { agent, token, body: {} });
    }
    agent.destroy();
  }
  const members = [
    ...Array.from({ length: READERS }, (_, at) => read(at)),
    ...Array.from({ length: WRITERS }, (_, at) => write(at)),
  ];
  await pause(SECONDS_BETWEEN * 1000);
  for (const [at, { child, port }] of instances.entries()) {
    child.kill('SIGTERM');
    await once(child, 'exit');
    instances[at] = await startInstance(later, at, port);
    await pause(SECONDS_BETWEEN * 1000);
  }
  isOver = true;
  await Promise.all(members);
  console.log(`${requests} requests while both instances were upgraded, ${failures.length} failed`);
  for (const failure of failures.slice(0, 20)) console.log(failure);
  return failures.length === 0 ? 0 : 1;
}
