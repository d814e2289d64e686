/** A value: bytes, null, or a text that is longer than the limit and was not kept. */
export type Value = Buffer | null | typeof TOO_LONG;
export const TOO_LONG = Symbol('longer than a value may be');

export const BACKTICK = 0x60;
const BACKSLASH = 0x5c;
const ESCAPES = new Map([
  ['0', '\0'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['Z', '\x1a'],
]);

export function isWordByte(byte: number): boolean {
  const isDigit = byte >= 0x30 && byte <= 0x39;
  const isLetter = (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
  return isDigit || isLetter || [0x5f, 0x24, 0x2d, 0x2b, 0x2e].includes(byte);
}

/** The bytes of a dump, read as they come. */
export class DumpBytes {
  readonly #chunks: AsyncIterator<Buffer>;
  #chunk: Buffer = Buffer.alloc(0);
  #at = 0;

  constructor(chunks: AsyncIterable<Buffer>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  async peek(): Promise<number | undefined> {
    while (this.#at >= this.#chunk.length) {
      const { done, value } = await this.#chunks.next();
      if (done) return undefined;
      this.#chunk = value;
      this.#at = 0;
    }
    return this.#chunk[this.#at];
  }

  /** The next byte if it is at hand: most are, and waiting for each would take a hundred times longer. */
  now(): number | undefined {
    return this.#at < this.#chunk.length ? this.#chunk[this.#at++] : undefined;
  }

  async next(): Promise<number | undefined> {
    const byte = await this.peek();
    this.#at++;
    return byte;
  }

  async skipTo(end: readonly number[]): Promise<void> {
    let matched = 0;
    for (;;) {
      const byte = this.now() ?? (await this.next());
      if (byte === undefined) return;
      matched = byte === end[matched] ? matched + 1 : byte === end[0] ? 1 : 0;
      if (matched === end.length) return;
    }
  }

  /** The rest of a word; undefined for one that is longer than it may be. */
  async word(first: number, maximum: number): Promise<string | undefined> {
    const parts = [Buffer.of(first)];
    let length = 1;
    for (let byte = await this.peek(); byte !== undefined && isWordByte(byte); byte = await this.peek()) {
      const from = this.#at;
      while (this.#at < this.#chunk.length && isWordByte(this.#chunk[this.#at] as number)) this.#at++;
      length += this.#at - from;
      if (length <= maximum) parts.push(Buffer.from(this.#chunk.subarray(from, this.#at)));
    }
    return length > maximum ? undefined : Buffer.concat(parts).toString('latin1');
  }

  /** The rest of a quoted text without its escapes; undefined where the dump ends within it. */
  async quoted(quote: number, maximum: number): Promise<Value | undefined> {
    const parts: Buffer[] = [];
    let length = 0;
    const keep = (part: Buffer) => {
      length += part.length;
      if (length <= maximum) parts.push(part);
      else parts.length = 0;
    };
    for (;;) {
      if ((await this.peek()) === undefined) return undefined;
      const end = this.#endOfRun(quote);
      // Copied, so that a short text does not keep its whole chunk in memory.
      if (end > this.#at) keep(Buffer.from(this.#chunk.subarray(this.#at, end)));
      this.#at = end;
      if (end === this.#chunk.length) continue;
      const byte = this.#chunk[this.#at++];
      const next = await this.peek();
      if (byte === BACKSLASH && quote !== BACKTICK) {
        if (next === undefined) return undefined;
        const escaped = ESCAPES.get(String.fromCharCode(next));
        keep(escaped === undefined ? Buffer.of(next) : Buffer.from(escaped));
      } else if (byte === quote && next === quote) keep(Buffer.of(quote));
      else if (byte === quote) return length > maximum ? TOO_LONG : Buffer.concat(parts);
      else {
        keep(Buffer.of(BACKSLASH));
        continue;
      }
      this.#at++;
    }
  }

  #endOfRun(quote: number): number {
    let end = this.#at;
    while (end < this.#chunk.length && this.#chunk[end] !== quote && this.#chunk[end] !== BACKSLASH) end++;
    return end;
  }
}
