import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { EmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.ts';
import { freePort } from '#platform/http/free-port.ts';

/** The paths at which PgBouncer is installed; PGBOUNCER names another place. */
export function findPgBouncer(): string | undefined {
  return [process.env.PGBOUNCER, '/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find(
    (path) => path !== undefined && existsSync(path),
  );
}

/** A PgBouncer in transaction mode before a database, with fewer connections than its clients want. */
export async function startPgBouncer({ connection }: EmbeddedPostgres, connections: number) {
  const program = findPgBouncer();
  if (program === undefined) throw new Error('PgBouncer is not installed: apt install pgbouncer');
  const folder = await mkdtemp(join(tmpdir(), 'nightstand-pgbouncer-'));
  const port = await freePort('127.0.0.1');
  const { host, database, user } = connection;
  await writeFile(
    join(folder, 'pgbouncer.ini'),
    `[databases]
${database} = host=${host} port=${connection.port} dbname=${database} user=${user}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${connections}
server_tls_sslmode = disable
max_client_conn = 200
`,
  );
  // PgBouncer refuses to run as root, and only this user may enter the folder of the database's socket.
  const prefix =
    process.getuid?.() === 0 ? ['unshare', '--user', '--map-user=1000', '--map-group=1000', '--'] : [];
  const [file = '', ...args] = [...prefix, program, '-q', join(folder, 'pgbouncer.ini')];
  const child = spawn(file, args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let written = '';
  child.stderr.on('data', (chunk: Buffer) => {
    written += chunk;
  });
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`PgBouncer did not start:\n${written}`);
    await pause(20);
  }
  return {
    connectionString: `postgres://${user}@127.0.0.1:${port}/${database}`,
    async stop() {
      child.kill('SIGINT');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}
