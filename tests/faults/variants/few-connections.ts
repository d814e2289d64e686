import { Server } from 'node:net';

/** A site that accepts a fixed number of connections and never makes room. Used as a control. */
const PLACES = 200;
const listen = Server.prototype.listen;
Server.prototype.listen = function (this: Server, ...asked: Parameters<typeof listen>) {
  this.maxConnections = PLACES;
  return listen.apply(this, asked);
} as typeof listen;
