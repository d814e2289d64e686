import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { checkSync } from 'recheck';
import { parseSync, Visitor } from 'vite';
import { z } from 'zod';
import { api } from '#app/api.ts';
import type { Call } from '#base/contract.ts';

/**
 * No text, however long or crafted, keeps a pattern of the code busy for longer than reading it takes. The
 * parser that builds the site finds the patterns, and recheck judges them.
 */
const root = fileURLToPath(new URL('..', import.meta.url));
const files = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !file.endsWith('.test.ts'));

interface Pattern {
  source: string;
  flags: string;
  file: string;
}

const literals: Pattern[] = [];
/** The files that compose patterns, with their numbers. */
const expressionsIn = new Map<string, number>();

for (const file of files) {
  const { program, errors } = parseSync(file, readFileSync(join(root, file), 'utf8'));
  assert.deepEqual(errors, [], file);
  const countExpression = ({ callee }: { callee: object }) => {
    if ('name' in callee && callee.name === 'RegExp')
      expressionsIn.set(file, (expressionsIn.get(file) ?? 0) + 1);
  };
  new Visitor({
    Literal(node) {
      if ('regex' in node) literals.push({ source: node.regex.pattern, flags: node.regex.flags, file });
    },
    NewExpression: countExpression,
    CallExpression: countExpression,
  }).visit(program);
}

/** Collects composed patterns by importing their files again under a watched RegExp. */
async function recordExpressions(): Promise<Pattern[]> {
  const created: Pattern[] = [];
  const original = globalThis.RegExp;
  for (const file of expressionsIn.keys()) {
    globalThis.RegExp = new Proxy(original, {
      construct(target, args) {
        const pattern: RegExp = Reflect.construct(target, args);
        created.push({ source: pattern.source, flags: pattern.flags, file });
        return pattern;
      },
    });
    try {
      await import(`${pathToFileURL(join(root, file)).href}?watched`);
    } finally {
      globalThis.RegExp = original;
    }
  }
  return created;
}

// The limits count steps instead of time, because a verdict must not depend on the machine's load.
const UNTIMED = { timeout: null, attackTimeout: null, incubationTimeout: null, attackLimit: 20_000_000 };

const verdictOf = ({ source, flags }: Pick<Pattern, 'source' | 'flags'>) => checkSync(source, flags, UNTIMED);

test('the parser finds the site’s regular expressions', () => {
  assert.ok(
    files.length > 300 && literals.length > 100,
    `${files.length} files, ${literals.length} patterns`,
  );
});

test('control: an expression with exponential time is detected', () => {
  assert.equal(verdictOf(/^(?:a+)+$/).status, 'vulnerable');
  assert.equal(verdictOf(/["']+$/).status, 'vulnerable');
});

test('no regular expression of the site takes exponential time', async () => {
  const created = await recordExpressions();
  const expected = [...expressionsIn.values()].reduce((sum, count) => sum + count, 0);
  assert.equal(
    created.length,
    expected,
    'patterns that are made later than at the start can’t be looked at here',
  );
  const all = new Map(
    [...literals, ...created].map((expression) => [`/${expression.source}/${expression.flags}`, expression]),
  );
  const bad: string[] = [];
  for (const [shown, pattern] of all) {
    const { status } = verdictOf(pattern);
    if (status !== 'safe') bad.push(`${pattern.file}: ${shown} is ${status}`);
  }
  assert.deepEqual(bad, []);
});

/**
 * Records the texts that are normalised while a field of a call is checked; a run of combining marks is only
 * recorded.
 */
function putInOrder(call: Call, field: string, text: string): string[] {
  const seen: string[] = [];
  const original = String.prototype.normalize;
  Object.defineProperty(String.prototype, 'normalize', {
    configurable: true,
    value(this: string, form?: 'NFC') {
      seen.push(String(this));
      return this.length > 10_000 ? String(this) : original.call(this, form);
    },
  });
  try {
    call.input.safeParse({ [field]: text });
  } finally {
    Object.defineProperty(String.prototype, 'normalize', {
      configurable: true,
      writable: true,
      value: original,
    });
  }
  return seen;
}

test('many unordered accents are normalised quickly', () => {
  const heap = '\u0301\u0316'.repeat(20_000);
  let looked = 0;
  for (const { call } of api) {
    const { properties = {} } = z.toJSONSchema(call.input, { io: 'input' });
    for (const field of Object.keys(properties)) {
      looked += 1;
      for (const text of putInOrder(call, field, heap))
        assert.ok(text.length < 5_000, `${call.name}: ${field} puts ${text.length} characters in order`);
    }
  }
  assert.ok(looked > 100, `${looked} fields`);
  const unguarded = { input: z.object({ name: z.string().max(10).normalize('NFC') }) } as unknown as Call;
  assert.equal(putInOrder(unguarded, 'name', heap)[0]?.length, heap.length);
});
