import pg from 'pg';

const queries: [string, string][] = [
  [
    'Tables',
    `select format(E'%s (\\n  %s\\n)', c.relname, string_agg(
        format('%I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
          case when a.attnotnull then ' not null' else '' end,
          case when a.attidentity = 'a' then ' generated always as identity'
            when a.attgenerated = 's' then ' generated always as (' || pg_get_expr(d.adbin, d.adrelid) || ') stored'
            when d.adbin is not null then ' default ' || pg_get_expr(d.adbin, d.adrelid) else '' end),
        E',\\n  ' order by a.attnum)) as line
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'migrations'
      group by c.relname order by c.relname`,
  ],
  [
    'Constraints',
    `select format('%s: %s %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as line
      from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
        and conrelid <> 0 and conrelid::regclass::text <> 'migrations'
      order by conrelid::regclass::text, contype desc, conname`,
  ],
  [
    'Indexes',
    `select indexdef as line from pg_indexes where schemaname = 'public' and tablename <> 'migrations' order by indexname`,
  ],
];

/** Describes tables, constraints and indexes of a migrated database as text, from PostgreSQL's own catalogue. */
export async function describeSchema(connectionString: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const parts = [
      '-- Made by "npm run schema" from db/migrations; to be read, not run. Functions and triggers: db/functions.',
    ];
    for (const [title, query] of queries) {
      const { rows } = await client.query<{ line: string }>(query);
      parts.push(`-- ── ${title} ──`, ...rows.map((row) => row.line.trimEnd()));
    }
    return `${parts.join('\n\n')}\n`;
  } finally {
    await client.end();
  }
}
