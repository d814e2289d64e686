/**
 * Reads the rows of a MySQL dump as a stream. Nothing in it is executed: of all statements only CREATE TABLE (for the
 * names of columns) and INSERT are looked at, and what does not parse is passed over up to its semicolon.
 */

/** A value: bytes, null, or a text that is longer than the limit and was not kept. */
type Value = Buffer | null | typeof TOO_LONG;
export const TOO_LONG = Symbol('longer than a value may be');

export interface Row {
  table: string;
  values: ReadonlyMap<string, Value>;
}

type Token = { kind: 'word' | 'name' | 'mark'; text: string } | { kind: 'string'; value: Value };

const [QUOTE, DOUBLE, BACKTICK, BACKSLASH] = [0x27, 0x22, 0x60, 0x5c];
const NEWLINE = 0x0a;
const NO_COLUMN = /^(?:primary|unique|key|index|fulltext|spatial|constraint|check|foreign)$/i;
/** Columns of a table, and letters of a name: more belong to no dump. */
const MAX_COLUMNS = 1_000;
const MAX_WORD_BYTES = 1_000;
const ESCAPES = new Map([
  ['0', '\0'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['b', '\b'],
  ['Z', '\x1a'],
]);

/** The rows of the wanted tables, in the order of the dump. */
export async function* sqlRows(
  chunks: AsyncIterable<Buffer>,
  { wants, maxValueBytes }: { wants: (table: string) => boolean; maxValueBytes: number },
): AsyncGenerator<Row> {
  const statement = new Statements(wants);
  for await (const token of tokens(chunks, maxValueBytes)) {
    const row = statement.take(token);
    if (row !== undefined) yield row;
  }
}

/** Follows the statements of a dump, token by token. */
class Statements {
  readonly #wants: (table: string) => boolean;
  readonly #columnsOf = new Map<string, string[]>();
  #state: 'start' | 'skip' | 'table' | 'definitions' | 'head' | 'columns' | 'values' | 'row' = 'start';
  #isCreate = false;
  #table = '';
  #columns: string[] = [];
  #row: Value[] = [];
  #depth = 0;
  #expectsName = false;
  #value: Value | undefined;

  constructor(wants: (table: string) => boolean) {
    this.#wants = wants;
  }

  take(token: Token): Row | undefined {
    if (token.kind === 'mark' && token.text === ';') {
      this.#state = 'start';
      return undefined;
    }
    switch (this.#state) {
      case 'start':
        return this.#begin(token);
      case 'table':
        return this.#nameTable(token);
      case 'definitions':
        return this.#define(token);
      case 'head':
      case 'columns':
        return this.#readHead(token);
      case 'values':
        if (isMark(token, '(')) {
          this.#state = 'row';
          this.#row = [];
          this.#value = undefined;
          this.#depth = 0;
        } else if (!isMark(token, ',')) this.#state = 'skip';
        return undefined;
      case 'row':
        return this.#readRow(token);
      default:
        return undefined;
    }
  }

  #begin(token: Token): undefined {
    const word = token.kind === 'word' ? token.text.toLowerCase() : '';
    this.#isCreate = word === 'create';
    this.#state = this.#isCreate || word === 'insert' || word === 'replace' ? 'table' : 'skip';
  }

  #nameTable(token: Token): undefined {
    const word = token.kind === 'word' ? token.text.toLowerCase() : '';
    const isNoise = /^(?:table|if|not|exists|into|ignore|low_priority|delayed|high_priority|temporary)$/.test(
      word,
    );
    // The name of a database comes first, and ends in a dot.
    if (isNoise || word.endsWith('.')) return;
    if (token.kind !== 'word' && token.kind !== 'name') {
      this.#state = 'skip';
      return;
    }
    this.#table = token.text.split('.').at(-1) ?? '';
    this.#columns = this.#isCreate ? [] : (this.#columnsOf.get(this.#table) ?? []);
    this.#state = this.#wants(this.#table) ? 'head' : 'skip';
  }

  #readHead(token: Token): undefined {
    if (token.kind === 'word' && /^values?$/i.test(token.text)) this.#state = 'values';
    else if (isMark(token, '(')) {
      this.#state = this.#isCreate ? 'definitions' : 'columns';
      this.#columns = [];
      this.#depth = 0;
      this.#expectsName = true;
    } else if (this.#state === 'columns') {
      if (token.kind === 'word' || token.kind === 'name') this.#addColumn(token.text);
      else if (isMark(token, ')')) this.#state = 'head';
    } else this.#state = 'skip';
  }

  #define(token: Token): undefined {
    if (isMark(token, '(')) this.#depth++;
    else if (isMark(token, ')') && this.#depth-- === 0) {
      this.#columnsOf.set(this.#table, this.#columns);
      this.#state = 'skip';
    } else if (isMark(token, ',') && this.#depth === 0) this.#expectsName = true;
    else if (this.#expectsName) {
      this.#expectsName = false;
      if (token.kind === 'name' || (token.kind === 'word' && !NO_COLUMN.test(token.text)))
        this.#addColumn(token.text);
    }
  }

  #addColumn(name: string): void {
    if (this.#columns.length < MAX_COLUMNS) this.#columns.push(name.toLowerCase());
  }

  #readRow(token: Token): Row | undefined {
    if (isMark(token, '(')) this.#depth++;
    else if (isMark(token, ')') && this.#depth > 0) this.#depth--;
    else if (this.#depth > 0) return undefined;
    else if (isMark(token, ',') || isMark(token, ')')) {
      if (this.#row.length < MAX_COLUMNS) this.#row.push(this.#value ?? null);
      this.#value = undefined;
      if (isMark(token, ')')) return this.#endRow();
    } else if (token.kind === 'string') this.#value = token.value;
    else if (token.kind === 'word') this.#value = plainValue(token.text);
    return undefined;
  }

  #endRow(): Row {
    this.#state = 'values';
    return {
      table: this.#table,
      values: new Map(this.#columns.map((name, index) => [name, this.#row[index] ?? null])),
    };
  }
}

function isMark(token: Token, text: string): boolean {
  return token.kind === 'mark' && token.text === text;
}

/** A number, NULL or hexadecimal bytes. The introducer of a text (`_binary`) counts for nothing, as the text follows. */
function plainValue(word: string): Value {
  if (/^0x(?:[0-9a-f]{2})+$/i.test(word)) return Buffer.from(word.slice(2), 'hex');
  return /^[-+]?[0-9.]/.test(word) ? Buffer.from(word) : null;
}

/** The tokens of a dump. Quotes and backslashes are single bytes in every encoding that MySQL dumps are written in. */
async function* tokens(chunks: AsyncIterable<Buffer>, maxValueBytes: number): AsyncGenerator<Token> {
  const source = new Bytes(chunks);
  for (;;) {
    const byte = source.now() ?? (await source.next());
    if (byte === undefined) return;
    if (byte === QUOTE || byte === DOUBLE) {
      const value = await source.quoted(byte, maxValueBytes);
      if (value === undefined) return;
      yield { kind: 'string', value };
    } else if (byte === BACKTICK) {
      const value = await source.quoted(byte, MAX_WORD_BYTES);
      if (value === undefined) return;
      yield { kind: 'name', text: Buffer.isBuffer(value) ? value.toString() : '' };
    } else if (byte === 0x23 || (byte === 0x2d && (await source.peek()) === 0x2d))
      await source.skipTo([NEWLINE]);
    else if (byte === 0x2f && (await source.peek()) === 0x2a) await source.skipTo([0x2a, 0x2f]);
    else if (isWordByte(byte)) {
      // A dump may write a text as hexadecimal bytes.
      const isHexadecimal = byte === 0x30 && ((await source.peek()) ?? 0) === 0x78;
      const text = await source.word(byte, isHexadecimal ? 2 * maxValueBytes + 2 : MAX_WORD_BYTES);
      if (text !== undefined) yield { kind: 'word', text };
      else yield { kind: 'string', value: TOO_LONG };
    } else if (byte > 0x20) yield { kind: 'mark', text: String.fromCharCode(byte) };
  }
}

function isWordByte(byte: number): boolean {
  const isDigit = byte >= 0x30 && byte <= 0x39;
  const isLetter = (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);
  return isDigit || isLetter || [0x5f, 0x24, 0x2d, 0x2b, 0x2e].includes(byte) || byte >= 0x80;
}

class Bytes {
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
