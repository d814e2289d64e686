/**
 * Reads the rows of a MySQL dump as a stream. Nothing in it is executed: of all statements only CREATE TABLE (for the
 * names of columns) and INSERT are looked at, and what does not parse is passed over up to its semicolon.
 */
import { BACKTICK, DumpBytes, isWordByte, TOO_LONG, type Value } from './dump-bytes.ts';

export { TOO_LONG };

export interface Row {
  table: string;
  values: ReadonlyMap<string, Value>;
}

type Token = { kind: 'word' | 'name' | 'mark'; text: string } | { kind: 'string'; value: Value };

const [QUOTE, DOUBLE] = [0x27, 0x22];
const NEWLINE = 0x0a;
const NO_COLUMN = /^(?:primary|unique|key|index|fulltext|spatial|constraint|check|foreign)$/i;
/** Columns of a table, and letters of a name: more belong to no dump. */
const MAX_COLUMNS = 1_000;
const MAX_WORD_BYTES = 1_000;

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
    const isNoise = /^(?:table|if|not|exists|into|ignore|low_priority|delayed)$/.test(word);
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
    if (token.kind === 'word' && /^values$/i.test(token.text)) this.#state = 'values';
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

/** The bytes of a text that is written as X'…'; null where that is no such text. */
function hexadecimalValue(digits: Value): Value {
  if (!Buffer.isBuffer(digits)) return digits;
  const text = digits.toString('latin1');
  return /^(?:[0-9a-f]{2})*$/i.test(text) ? Buffer.from(text, 'hex') : null;
}

/** A number, NULL or hexadecimal bytes. The introducer of a text (`_binary`) counts for nothing, as the text follows. */
function plainValue(word: string): Value {
  if (/^0x(?:[0-9a-f]{2})+$/i.test(word)) return Buffer.from(word.slice(2), 'hex');
  return /^[-+]?[0-9.]/.test(word) ? Buffer.from(word) : null;
}

/** The tokens of a dump. Quotes and backslashes are single bytes in every encoding that MySQL dumps are written in. */
async function* tokens(chunks: AsyncIterable<Buffer>, maxValueBytes: number): AsyncGenerator<Token> {
  const source = new DumpBytes(chunks);
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
      if (text?.toLowerCase() === 'x' && (await source.peek()) === QUOTE) {
        await source.next();
        const digits = await source.quoted(QUOTE, 2 * maxValueBytes);
        if (digits === undefined) return;
        yield { kind: 'string', value: hexadecimalValue(digits) };
      } else if (text !== undefined) yield { kind: 'word', text };
      else yield { kind: 'string', value: TOO_LONG };
    } else if (byte > 0x20) yield { kind: 'mark', text: String.fromCharCode(byte) };
  }
}
