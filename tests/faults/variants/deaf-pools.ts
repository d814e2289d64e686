import pg from 'pg';

/** A site whose pools don't listen to the connections that break: what everybody forgets once. For a control. */
const listen = pg.Pool.prototype.on;
pg.Pool.prototype.on = function on(this: pg.Pool, event: never, listener: never) {
  return event === 'error' ? this : listen.call(this, event, listener);
} as typeof listen;
