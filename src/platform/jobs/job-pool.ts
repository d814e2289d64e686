import '../server-only.ts';
import pg from 'pg';
import { isDatabaseUnavailable } from '../database/database.ts';

/** "Cannot connect now": what graphile-worker tries again for, up to two minutes apart. */
const TRY_AGAIN = '57P03';

/**
 * graphile-worker notes what became of a job without waiting for it. When the database goes just then, most errors are
 * final to it: the rejection is nobody's, which ends the process, and the job stays taken for hours. As a "cannot
 * connect now" it is noted when the database is back.
 */
function asPassing(error: unknown): unknown {
  if (!isDatabaseUnavailable(error)) return error;
  return Object.assign(new Error((error as Error).message, { cause: error }), { code: TRY_AGAIN });
}

function passing<Result>(result: Result): Result {
  if (!(result instanceof Promise)) return result;
  return result.catch((error: unknown) => {
    throw asPassing(error);
  }) as Result;
}

class JobClient extends pg.Client {
  override query = ((...asked: Parameters<pg.Client['query']>) =>
    passing(super.query(...asked))) as unknown as pg.Client['query'];
}

/** The workers' pool, whose errors tell them to try again while the database is away. */
export class JobPool extends pg.Pool {
  constructor(config: pg.PoolConfig) {
    super({ ...config, Client: JobClient } as pg.PoolConfig);
  }

  override connect = ((...asked: Parameters<pg.Pool['connect']>) =>
    passing(super.connect(...asked))) as unknown as pg.Pool['connect'];
}
