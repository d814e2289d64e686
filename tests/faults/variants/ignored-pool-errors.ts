import pg from 'pg';

/** A site whose pools ignore broken connections, a mistake that is easily made. Used as a control. */
const listen = pg.Pool.prototype.on;
pg.Pool.prototype.on = function on(this: pg.Pool, event: never, listener: never) {
  return event === 'error' ? this : listen.call(this, event, listener);
} as typeof listen;
