import '../server-only.ts';
import {
  type CompiledQuery,
  type ControlledTransaction,
  type DatabaseConnection,
  type Driver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
  sql,
  type TransactionSettings,
} from 'kysely';
import type { Connection, Database } from './database.ts';
import type { Tables } from './tables.ts';

class DeferredConnection implements DatabaseConnection {
  readonly #driver: DeferredCommitDriver;
  /** The transaction that this connection has begun or joined. Its queries fail once that transaction has ended. */
  transaction: ControlledTransaction<Tables> | undefined;

  constructor(driver: DeferredCommitDriver) {
    this.#driver = driver;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    return (this.transaction ?? this.#driver.current).executeQuery(query as CompiledQuery<Row>);
  }

  streamQuery(): never {
    throw new Error('rows can’t be streamed in an idempotent request');
  }
}

/**
 * Runs the transactions of one piece of work inside a single transaction, which stays open until its caller commits it.
 * Before the first transaction, queries go to the pool. Transactions after the first become savepoints.
 */
class DeferredCommitDriver implements Driver {
  readonly #db: Database;
  #outer: ControlledTransaction<Tables> | undefined;
  #hasEnded = false;
  #state: 'idle' | 'in the first transaction' | 'in a savepoint' = 'idle';

  constructor(db: Database) {
    this.#db = db;
  }

  /** The open transaction, or the pool while there is none. */
  get current(): Connection {
    return this.#outer ?? this.#db;
  }

  async acquireConnection(): Promise<DeferredConnection> {
    return new DeferredConnection(this);
  }

  async beginTransaction(connection: DeferredConnection, settings: TransactionSettings): Promise<void> {
    if (this.#hasEnded) throw new Error('an idempotent request began a transaction after its end');
    if (this.#state !== 'idle')
      throw new Error('an idempotent request began a second transaction before its first one ended');
    if (settings.isolationLevel !== undefined || settings.accessMode !== undefined)
      throw new Error('a transaction of an idempotent request takes no settings');
    const isFirst = this.#outer === undefined;
    this.#state = isFirst ? 'in the first transaction' : 'in a savepoint';
    try {
      if (isFirst) this.#outer = await this.#db.startTransaction().execute();
      else await sql`savepoint inner_transaction`.execute(this.current);
      if (this.#hasEnded) throw new Error('an idempotent request ended before its transaction began');
      connection.transaction = this.#outer;
    } catch (error) {
      this.#state = 'idle';
      if (this.#hasEnded) await this.#rollbackOuter();
      throw error;
    }
  }

  /** Leaves the first transaction open until the caller of the work commits it. */
  async commitTransaction(): Promise<void> {
    if (this.#state === 'in a savepoint')
      await sql`release savepoint inner_transaction`.execute(this.current);
    this.#state = 'idle';
  }

  async rollbackTransaction(): Promise<void> {
    const isSavepoint = this.#state === 'in a savepoint';
    this.#state = 'idle';
    if (isSavepoint) await sql`rollback to savepoint inner_transaction`.execute(this.current);
    else await this.#rollbackOuter();
  }

  /** Called by the caller of the work, as is `rollback`. */
  async commit(last: (connection: Connection) => Promise<void>): Promise<void> {
    try {
      if (this.#state !== 'idle') throw new Error('an idempotent request ended before its transaction did');
      this.#hasEnded = true;
      await last(this.current);
      await this.#outer?.commit().execute();
      this.#outer = undefined;
    } catch (error) {
      await this.rollback();
      throw error;
    }
  }

  async rollback(): Promise<void> {
    this.#hasEnded = true;
    await this.#rollbackOuter();
  }

  /**
   * Also releases the connection. Errors are ignored: a transaction that can't be rolled back was not committed either.
   */
  async #rollbackOuter(): Promise<void> {
    const outer = this.#outer;
    this.#outer = undefined;
    await outer
      ?.rollback()
      .execute()
      .catch(() => undefined);
  }

  async init(): Promise<void> {}
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

export interface DeferredCommit {
  /** Replaces the database for the work. Its transactions must follow one another. */
  db: Database;
  /** Commits everything together with one last change, or nothing. */
  commit(last: (connection: Connection) => Promise<void>): Promise<void>;
  /** Does nothing when no transaction is open. */
  rollback(): Promise<void>;
}

/** Lets the caller of some work decide whether its transactions are committed, and add a change to them. */
export function deferCommit(db: Database): DeferredCommit {
  const driver = new DeferredCommitDriver(db);
  return {
    db: new Kysely<Tables>({
      dialect: {
        createAdapter: () => new PostgresAdapter(),
        createDriver: () => driver,
        createIntrospector: (kysely) => new PostgresIntrospector(kysely),
        createQueryCompiler: () => new PostgresQueryCompiler(),
      },
    }),
    commit: (last) => driver.commit(last),
    rollback: () => driver.rollback(),
  };
}
