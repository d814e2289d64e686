import '../server-only.ts';
import { type ControlledTransaction, sql } from 'kysely';
import type { Connection, Database } from './database.ts';
import type { Tables } from './tables.ts';

export interface HeldTransaction {
  /** In place of the database: what it does from its first transaction on is kept back. Not for two things at once. */
  db: Database;
  /** Ends it with one thing more, which is done with all the rest or not at all. */
  commit(last: (connection: Connection) => Promise<void>): Promise<void>;
  /** Does nothing where nothing is held. */
  rollback(): Promise<void>;
}

/**
 * Lets somebody else have the last word in a transaction. Until work asks for its first one, the database is what it is;
 * that one stays open when the work thinks it is done, and what comes after is done within it.
 */
export function holdTransaction(db: Database): HeldTransaction {
  let held: ControlledTransaction<Tables> | undefined;

  async function inFirst<Result>(work: (transaction: ControlledTransaction<Tables>) => Promise<Result>) {
    held = await db.startTransaction().execute();
    try {
      return await work(held);
    } catch (error) {
      await rollback();
      throw error;
    }
  }

  /** Another transaction of the same work: undone by itself where it fails, as it would have been. */
  async function inAnother<Result>(
    transaction: ControlledTransaction<Tables>,
    work: (transaction: ControlledTransaction<Tables>) => Promise<Result>,
  ) {
    await sql`savepoint another`.execute(transaction);
    try {
      const result = await work(transaction);
      await sql`release savepoint another`.execute(transaction);
      return result;
    } catch (error) {
      await sql`rollback to savepoint another`.execute(transaction);
      throw error;
    }
  }

  /** Also gives the connection back. That it could not be told to the database changes nothing: there, nothing is done. */
  async function rollback(): Promise<void> {
    const ended = held;
    held = undefined;
    await ended
      ?.rollback()
      .execute()
      .catch(() => undefined);
  }

  const builder = () =>
    Object.assign(db.transaction(), {
      execute: <Result>(work: (transaction: ControlledTransaction<Tables>) => Promise<Result>) =>
        held === undefined ? inFirst(work) : inAnother(held, work),
    });

  return {
    db: new Proxy(db, {
      get(_, name) {
        if (name === 'transaction') return builder;
        const target = held ?? db;
        const value: unknown = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    }),
    async commit(last) {
      const ending = held;
      if (ending === undefined) return last(db);
      try {
        await last(ending);
        await ending.commit().execute();
        held = undefined;
      } catch (error) {
        await rollback();
        throw error;
      }
    },
    rollback,
  };
}
