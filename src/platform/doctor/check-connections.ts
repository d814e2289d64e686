import '../server-only.ts';
import { sql } from 'kysely';
import { type Database, openDatabase } from '../database/database.ts';
import { createLogger } from '../runtime/log.ts';
import { reasonOf } from '../runtime/start-error.ts';
import type { Config } from '../settings/config.ts';
import type { Finding } from './finding.ts';

const TIMEOUT_MILLISECONDS = 5_000;
/** A replica that is this far behind hardly follows. */
const MAX_MEGABYTES_BEHIND = 64;

/** The other ways to the database: the pooler before it, and its replica. `direct` leads to PostgreSQL itself. */
export async function checkConnections(
  config: Pick<Config, 'databaseUrl' | 'databaseDirectUrl' | 'databaseReplicaUrl'>,
  direct: Database,
): Promise<Finding[]> {
  const { databaseUrl, databaseDirectUrl, databaseReplicaUrl } = config;
  const findings: Finding[] = [];
  if (databaseUrl !== undefined && databaseDirectUrl !== undefined)
    findings.push(
      await visit('Pooler', 'DATABASE_URL', databaseUrl, async (pooled) => {
        if (await isSame(pooled, direct))
          return fine('Pooler', 'leads to the database of DATABASE_DIRECT_URL');
        const text = 'DATABASE_URL and DATABASE_DIRECT_URL lead to different databases';
        return problem('Pooler', text, 'Correct the database in the pooler’s configuration, or the address.');
      }),
    );
  if (databaseReplicaUrl !== undefined)
    findings.push(
      await visit('Replica', 'DATABASE_REPLICA_URL', databaseReplicaUrl, (replica) =>
        checkReplica(replica, direct),
      ),
    );
  return findings;
}

async function checkReplica(replica: Database, direct: Database): Promise<Finding> {
  const subject = 'Replica';
  if (!(await isSame(replica, direct)))
    return problem(
      subject,
      'DATABASE_REPLICA_URL leads to a copy of another database',
      'Correct the address.',
    );
  const { rows } = await sql<{ replayed: string | null }>`
    select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as replayed`.execute(
    replica,
  );
  const replayed = rows[0]?.replayed;
  if (replayed == null) {
    const text = 'DATABASE_REPLICA_URL leads to a server that follows no other: it is the database itself';
    return problem(subject, text, 'Give it the address of the replica, or unset it.');
  }
  const behind = await sql<{ megabytes: number }>`
    select (pg_wal_lsn_diff(pg_current_wal_lsn(), ${replayed}::pg_lsn) / 1048576)::integer as megabytes`.execute(
    direct,
  );
  const megabytes = Math.max(0, behind.rows[0]?.megabytes ?? 0);
  const text = `${megabytes} MB behind the database`;
  if (megabytes > MAX_MEGABYTES_BEHIND)
    return problem(
      subject,
      `${text}: the site reads past it`,
      'The replica’s own log says why it does not follow.',
    );
  return fine(subject, text);
}

/** Whether both are the same database of one server or its replica. */
async function isSame(one: Database, other: Database): Promise<boolean> {
  const [first, second] = await Promise.all([identityOf(one), identityOf(other)]);
  return first === second;
}

async function identityOf(db: Database): Promise<string | undefined> {
  const { rows } = await sql<{ identity: string }>`
    select system_identifier || ' ' || current_database() as identity from pg_control_system()`.execute(db);
  return rows[0]?.identity;
}

async function visit(
  subject: string,
  variable: string,
  connectionString: string,
  check: (db: Database) => Promise<Finding>,
): Promise<Finding> {
  const log = createLogger({ level: 'silent' });
  const connectionTimeoutMillis = TIMEOUT_MILLISECONDS;
  // Either may be behind PgBouncer, which refuses settings of a connection.
  const database = openDatabase({ connectionString, log, isPooled: true, size: 1, connectionTimeoutMillis });
  try {
    return await check(database.db);
  } catch (error) {
    const text = `the address in ${variable} gives no connection: ${reasonOf(error)}`;
    return problem(
      subject,
      text,
      `Try the same address with psql; check host, user and password in ${variable}.`,
    );
  } finally {
    await database.close();
  }
}

const fine = (subject: string, text: string): Finding => ({ subject, state: 'fine', text });
const problem = (subject: string, text: string, advice: string): Finding => ({
  ...{ subject, state: 'problem', text, advice },
});
