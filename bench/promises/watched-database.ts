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

export type Conversation = Statement[];

/** Records the statements that some work sends through a pool, with their order. */
export async function conversationOf(pool: pg.Pool, work: () => Promise<unknown>): Promise<Conversation> {
  const conversation: Conversation = [];
  let lastAnswered: number | undefined;
  const connect = pool.connect.bind(pool);
  const watched = pool as unknown as { connect: () => Promise<pg.PoolClient> };
  watched.connect = async () => {
    const client = await connect();
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    const spied = client as unknown as { query: (...args: unknown[]) => Promise<unknown> };
    spied.query = async (asked, ...rest) => {
      const statement = asked as string | { text: string; values?: unknown[] };
      const text = typeof statement === 'string' ? statement : statement.text;
      const values =
        typeof statement === 'string' ? ((rest[0] as unknown[]) ?? []) : (statement.values ?? []);
      const index = conversation.push({ text, values, after: lastAnswered }) - 1;
      try {
        return await query(asked, ...rest);
      } finally {
        lastAnswered = index;
      }
    };
    const release = client.release.bind(client);
    client.release = (error) => {
      spied.query = query;
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
  return conversation;
}

/** The same statements in the same order, with nothing around them. */
export async function replay(pool: pg.Pool, conversation: Conversation): Promise<void> {
  const answers: Promise<unknown>[] = [];
  for (const { text, values, after } of conversation) {
    const before = after === undefined ? undefined : answers[after];
    answers.push(
      before === undefined ? pool.query(text, values) : before.then(() => pool.query(text, values)),
    );
  }
  await Promise.all(answers);
}
