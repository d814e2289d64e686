import { parseSync } from 'vite';

/** The parts of a syntax tree that this module reads. */
interface Node {
  type: string;
  start: number;
  file: string;
  parent?: Node | undefined;
  tag?: Node;
  quasi?: Node;
  quasis?: { value: { cooked: string } }[];
  expressions?: Node[];
  expression?: Node;
  callee?: Node;
  object?: Node;
  property?: Node;
  properties?: Node[];
  arguments?: Node[];
  params?: Node[];
  name?: string;
  value?: unknown;
  key?: Node;
  id?: Node;
  init?: Node;
  body?: Node | Node[];
  argument?: Node;
  consequent?: Node;
  alternate?: Node;
}

export interface SourceFile {
  file: string;
  source: string;
}

export interface RawStatement {
  text: string;
  /** The places of its templates, as file:line. */
  places: Set<string>;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
const isTemplate = (node: Node) => node.type === 'TaggedTemplateExpression' && node.tag?.name === 'sql';
const isArgument = (node: Node) =>
  node.parent?.arguments?.includes(node) || /^(?:ArrayExpression|Property)$/.test(node.parent?.type ?? '');

const COMPLETE = /^\s*(?:explain \([a-z ]*\))?\s*(?:select|with|insert|update|delete)\b/i;
/** Statements without names of the schema; PostgreSQL can't prepare them. */
const NAMELESS = /^\s*(?:set|savepoint|release|rollback)\b/i;
const SOURCES = /^(?:selectFrom|updateTable|insertInto|deleteFrom|(?:inner|left)Join)$/;
const LATERALS = /^(?:inner|left)JoinLateral$/;
/** The variants that are tried for a template that depends on conditions. */
const CHOICES = [0, 1, 2, 3];

/**
 * Reads the SQL of sql`…` templates from sources, as statements that a database can prepare: a value becomes
 * a parameter, a fragment is inserted at its use, and one in a Kysely query becomes a statement on that
 * query's tables.
 */
export function rawSql(files: SourceFile[]): { templates: string[]; statements: RawStatement[] } {
  const nodes = files.flatMap(({ file, source }) => {
    const { program, errors } = parseSync(file, source);
    if (errors.length > 0 || !isNode(program)) throw new Error(`${file} can't be parsed`);
    return [...adopted(program, file)];
  });
  const sources = new Map(files.map(({ file, source }) => [file, source]));
  const placeOf = ({ file, start }: Node) =>
    `${file}:${sources.get(file)?.slice(0, start).split('\n').length ?? 0}`;
  const reader = createReader(nodes, placeOf);
  const templates = nodes.filter(isTemplate);
  const fragments = nodes.filter((node) => !isTemplate(node) && isArgument(node));
  const statements = [...templates, ...fragments].flatMap((root) => {
    const all = CHOICES.map((choice) => reader.statement(root, choice)).filter(
      (statement) => statement !== undefined,
    );
    return [...new Map(all.map((statement) => [statement.text, statement])).values()];
  });
  return { templates: [...new Set(templates.map(placeOf))], statements };
}

function* adopted(node: Node, file: string): Generator<Node> {
  node.file = file;
  yield node;
  for (const child of Object.values(node).flat()) {
    if (!isNode(child) || child === node.parent) continue;
    child.parent = node;
    yield* adopted(child, file);
  }
}

function createReader(nodes: Node[], placeOf: (node: Node) => string) {
  /** The meaning of a name: the value of a constant, or a function. */
  const meanings = new Map<string, Node>();
  for (const node of nodes.filter((child) =>
    /^(?:VariableDeclarator|FunctionDeclaration)$/.test(child.type),
  )) {
    const meaning = node.type === 'VariableDeclarator' ? node.init : node;
    for (const key of [`${node.file} ${node.id?.name}`, `${node.id?.name}`])
      if (isNode(meaning) && !meanings.has(key)) meanings.set(key, meaning);
  }
  const named = (name: string | undefined, { file }: Node) =>
    meanings.get(`${file} ${name}`) ?? meanings.get(`${name}`);
  const callsOf = Map.groupBy(
    nodes.filter((node) => node.type === 'CallExpression' && node.callee?.name !== undefined),
    (node) => named(node.callee?.name, node),
  );
  let choice = 0;
  let places = new Set<string>();
  const open = new Set<Node>();
  /** The calls being followed: a parameter of their function stands for the call's argument. */
  const calls: Node[] = [];
  const chosen = <T>(from: T[]): T | undefined => from[choice % Math.max(1, from.length)];

  /** The meaning of a name at its use; for a parameter, the argument of one of the calls. */
  function meaningOf(node: Node): Node | undefined {
    for (let at = node.parent; at !== undefined; at = at.parent) {
      const index = at.params?.findIndex((child) => child.name === node.name) ?? -1;
      if (index < 0) continue;
      if (at.parent?.callee?.property?.name === 'map') return elementOf(at.parent.callee.object);
      const current = calls.findLast((call) => named(call.callee?.name, call) === at);
      return (current ?? chosen(callsOf.get(at) ?? []))?.arguments?.[index];
    }
    return named(node.name, node);
  }

  /** The expression that produces the members of a list from those of another. */
  function elementOf(list: unknown): Node | undefined {
    return follow(list, (child) =>
      child.callee?.property?.name === 'map' ? child.arguments?.[0] : undefined,
    );
  }

  function returned({ body }: Node): Node | undefined {
    if (!isNode(body)) return undefined;
    if (body.type !== 'BlockStatement' || !Array.isArray(body.body)) return body;
    const results = body.body.map((child) => (child.type === 'IfStatement' ? child.consequent : child));
    return chosen(results.filter((child) => child?.type === 'ReturnStatement').reverse())?.argument;
  }

  /** Follows names, conditions and calls until `read` recognises a node. */
  function follow<T>(node: unknown, read: (node: Node) => T | undefined): T | undefined {
    // A name may refer to an expression that contains it.
    if (!isNode(node) || open.has(node)) return undefined;
    open.add(node);
    const isCall = node.type === 'CallExpression' && node.callee?.name !== undefined;
    try {
      const tables = read(node);
      if (tables !== undefined) return tables;
      if (isCall) calls.push(node);
      return follow(nextOf(node), read);
    } finally {
      open.delete(node);
      if (isCall && calls.at(-1) === node) calls.pop();
    }
  }

  function nextOf(node: Node): unknown {
    if (/^TS(?:Satisfies|As)Expression$/.test(node.type)) return node.expression;
    if (node.type === 'ConditionalExpression') return choice % 2 === 0 ? node.consequent : node.alternate;
    if (node.type === 'Identifier') return meaningOf(node);
    if (/Function(?:Expression|Declaration)$/.test(node.type)) return returned(node);
    if (node.type === 'MemberExpression' && node.object?.type === 'Identifier') {
      const options = follow(node.object, (child) => child.properties) ?? [];
      return (options.find((child) => child.key?.name === node.property?.name) ?? chosen(options))?.value;
    }
    if (node.type !== 'CallExpression') return undefined;
    return node.callee?.property?.name === 'as' ? node.callee.object : node.callee;
  }

  const text = (node: unknown) =>
    follow(node, (child) => (typeof child.value === 'string' ? child.value : undefined));

  /** The SQL of an expression, or undefined if it is a value. */
  const fragment = (node: unknown): string | undefined =>
    follow(node, (child) => {
      if (isTemplate(child)) return template(child);
      if (child.type !== 'CallExpression') return undefined;
      // An order gets the type of its table's column.
      if (child.callee?.name === 'orderBy') return 'null::integer';
      if (child.callee?.object?.name !== 'sql') return undefined;
      const [first, second] = child.arguments ?? [];
      if (child.callee.property?.name !== 'join') return text(first);
      const member = fragment(elementOf(first)) ?? '$0';
      return [member, member].join(fragment(second) ?? ', ');
    });

  function template(node: Node): string {
    places.add(placeOf(node));
    const texts = (node.quasi?.quasis ?? []).map(({ value }) => value.cooked);
    return texts.reduce(
      (before, next, at) => before + (fragment(node.quasi?.expressions?.[at - 1]) ?? '$0') + next,
    );
  }

  function tablesOf(node: unknown): string[] {
    return (
      follow(node, (child) => {
        if (child.type === 'AwaitExpression') return tablesOf(child.argument);
        if (child.type !== 'CallExpression' || child.callee?.type !== 'MemberExpression') return undefined;
        const [table] = child.arguments ?? [];
        const before = tablesOf(child.callee.object);
        const name = child.callee.property?.name ?? '';
        if (LATERALS.test(name)) return [...before, ...tablesOfLateral(table)];
        return SOURCES.test(name) && typeof table?.value === 'string'
          ? [...before, `${table.value}`]
          : before;
      }) ?? []
    );
  }

  function tablesOfLateral(table: unknown): string[] {
    const query = follow(table, (child) => (child.callee?.property?.name === 'as' ? child : undefined));
    return [`(select * from ${tablesOf(query?.callee?.object)}) as ${text(query?.arguments?.[0])}`];
  }

  /** The tables of the queries of Kysely around a node, those of the innermost first. */
  function tablesAround(node: Node): string[][] {
    const tables: string[][] = [];
    for (let at: Node | undefined = node.parent; at !== undefined; at = at.parent)
      // A step of a chain is part of the next step.
      if (at.type === 'CallExpression' && at.parent?.type !== 'MemberExpression') tables.push(tablesOf(at));
    return tables.filter((tables) => tables.length > 0);
  }

  return {
    /** The statement that an expression is, or is part of; undefined if it is a value. */
    statement(root: Node, chosenNow: number): RawStatement | undefined {
      choice = chosenNow;
      places = new Set();
      const whole = fragment(root);
      if (whole === undefined) return undefined;
      if (NAMELESS.test(whole)) return { text: 'select', places };
      if (COMPLETE.test(whole))
        return { text: numbered(whole.replace(/^\s*explain \([a-z ]*\)/, '')), places };
      const [own, ...others] = tablesAround(root);
      if (own === undefined) return undefined;
      // An order accepts any expression, and several.
      const order = /^\s*any\b/.test(whole)
        ? `null = ${whole}`
        : /^\d+$/.test(whole)
          ? `${whole} + 0`
          : whole;
      const inner = `select from ${own.join(', ')} order by ${order}`;
      const nested = others.reduce((rest, tables) => `select from ${tables} where exists (${rest})`, inner);
      return { text: numbered(nested), places };
    },
  };
}

function numbered(text: string): string {
  let parameters = 0;
  return text.replaceAll('$0', () => `$${++parameters}`);
}
