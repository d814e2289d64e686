import type pg from 'pg';

interface Statement {
  text: string;
  values: unknown[];
}

/** Statements that were under way together; the next wave began when these were done. */
export type Waves = Statement[][];

/** Notes the statements that some work sends through a pool, and which of them were under way at the same time. */
export async function wavesOf(pool: pg.Pool, work: () => Promise<unknown>): Promise<Waves> {
  const waves: Waves = [];
  let underWay = 0;
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
      if (underWay === 0) waves.push([]);
      waves.at(-1)?.push({ text, values });
      underWay += 1;
      try {
        return await query(asked, ...rest);
      } finally {
        underWay -= 1;
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
  return waves;
}

/** The same statements with nothing around them. */
export async function replay(pool: pg.Pool, waves: Waves): Promise<void> {
  for (const wave of waves) await Promise.all(wave.map(({ text, values }) => pool.query(text, values)));
}
