import { Server } from 'node:net';

/** A site with places for so many connections and nobody who makes room. For a control. */
const PLACES = 200;
const listen = Server.prototype.listen;
Server.prototype.listen = function (this: Server, ...asked: Parameters<typeof listen>) {
  this.maxConnections = PLACES;
  return listen.apply(this, asked);
} as typeof listen;
