import '../server-only.ts';
import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import type { Connection } from './database.ts';
import type { Tables } from './tables.ts';

/** Has a dialect and no database: statements are written with it. */
const writer = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** Stands in a statement where a value will be. */
class Slot {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** A value that is looked at while the statement is written would be this one for ever. */
  [Symbol.toPrimitive](): never {
    throw new Error(`${this.name} is not known yet: a statement is written once, for all values`);
  }
}

/**
 * A statement whose text is the same whatever it is given: written when it is first asked for, and from then on only
 * filled. To write one takes Kysely as long as a tenth of what the database needs for it. `given` may be used as a
 * value and in no other way; where the text depends on it, the statement is to be written each time.
 */
export function statement<Given extends object, Row>(
  write: (db: Kysely<Tables>, given: Given) => Compilable<Row>,
): (connection: Connection, given: Given) => Promise<Row[]> {
  const slots = new Proxy({} as Given, { get: (_, name) => new Slot(String(name)) });
  let written: CompiledQuery<Row> | undefined;
  return async (connection, given) => {
    written ??= write(writer, slots).compile();
    const values = given as Record<string, unknown>;
    const parameters = written.parameters.map((each) => (each instanceof Slot ? values[each.name] : each));
    const { rows } = await connection.executeQuery<Row>({ ...written, parameters });
    return rows;
  };
}
