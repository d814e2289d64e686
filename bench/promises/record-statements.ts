import type pg from 'pg';

interface Statement {
  text: string;
  values: unknown[];
  /**
   * The index of the last statement answered before this one was sent: this statement may depend on the
   * earlier answers.
   */
  after: number | undefined;
}

export type RecordedStatements = Statement[];

/** Records the statements that some work sends through a pool, with their order. */
export async function recordStatements(
  pool: pg.Pool,
  work: () => Promise<unknown>,
): Promise<RecordedStatements> {
  const statements: RecordedStatements = [];
  let lastAnswered: number | undefined;
  const connect = pool.connect.bind(pool);
  const watched = pool as unknown as { connect: () => Promise<pg.PoolClient> };
  watched.connect = async () => {
    const client = await connect();
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const recordingClient = client as unknown as { query: (...args: unknown[]) => Promise<unknown> };
    recordingClient.query = async (statementOrText, ...rest) => {
      const statement = statementOrText as string | { text: string; values?: unknown[] };
      const text = typeof statement === 'string' ? statement : statement.text;
      const values =
        typeof statement === 'string' ? ((rest[0] as unknown[]) ?? []) : (statement.values ?? []);
      const index = statements.push({ text, values, after: lastAnswered }) - 1;
      try {
        return await query(statementOrText, ...rest);
      } finally {
        lastAnswered = index;
      }
    };
    const release = client.release.bind(client);
    client.release = (error) => {
      recordingClient.query = query;
      client.release = release;
      release(error);
    };
    return client;
  };
  try {
    await work();
  } finally {
    watched.connect = connect as () => Promise<pg.PoolClient>;
  }
  return statements;
}

/** The same statements in the same order, with nothing around them. */
export async function replay(pool: pg.Pool, statements: RecordedStatements): Promise<void> {
  const answers: Promise<unknown>[] = [];
  for (const { text, values, after } of statements) {
    const before = after === undefined ? undefined : answers[after];
    answers.push(
      before === undefined ? pool.query(text, values) : before.then(() => pool.query(text, values)),
    );
  }
  await Promise.all(answers);
}
