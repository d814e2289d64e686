import { Server } from 'node:net';

/** A site that accepts a fixed number of connections and never makes room. Used as a control. */
const MAX_CONNECTIONS = 200;
const listen = Server.prototype.listen;
Server.prototype.listen = function (this: Server, ...args: Parameters<typeof listen>) {
  this.maxConnections = MAX_CONNECTIONS;
  return listen.apply(this, args);
} as typeof listen;
