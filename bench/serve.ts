import pg from 'pg';
import { startEmbeddedPostgres } from '#platform/database/embedded/embedded-postgres.ts';
import { createLogger } from '#platform/runtime/log.ts';

/**
 * A PostgreSQL that serves generated libraries for several measurements until it is interrupted. `node
 * bench/serve.ts FOLDER [DATABASE …]` makes the databases that do not exist, and writes the URL of each.
 */
const [dataDir, ...names] = process.argv.slice(2);
if (dataDir === undefined) throw new Error('The folder is missing: node bench/serve.ts FOLDER [DATABASE …]');
const embedded = await startEmbeddedPostgres({ dataDir, log: createLogger({ level: 'warn' }) });
const url = new URL(embedded.connectionString);
const admin = new URL(url);
admin.pathname = '/postgres';
admin.username = 'postgres';
const client = new pg.Client({ connectionString: admin.href });
await client.connect();
const { rows } = await client.query<{ name: string }>('select datname as name from pg_database');
for (const name of names) {
  if (!/^[a-z0-9_]+$/.test(name)) throw new Error(`${name} is no name for a database`);
  if (!rows.some((row) => row.name === name)) await client.query(`create database ${name} owner nightstand`);
  url.pathname = `/${name}`;
  process.stdout.write(`${url.href}\n`);
}
// The open connection keeps this process alive.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void client.end().then(() => embedded.stop()));
