// Every file of the platform imports this one first. The check of the built client looks for the marker: finding it
// means that server code (secrets, SQL, file access) was about to be shipped to browsers. A bundler drops a constant
// that nobody reads, but it may not drop a change of the global object.
Reflect.set(globalThis, Symbol.for('nightstand:server-only'), true);

export {};
