import assert from 'node:assert/strict';
import { test } from 'node:test';
import { candidateAddresses, listedAddress } from './old-addresses.ts';
import { type Row, sqlRows, TOO_LONG } from './sql-rows.ts';

async function rowsOf(dump: string | Buffer, size = 7, maxValueBytes = 1_000): Promise<Row[]> {
  const bytes = Buffer.from(dump);
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const rows: Row[] = [];
  for await (const row of sqlRows(chunks(), { wants: (table) => table !== 'secret', maxValueBytes }))
    rows.push(row);
  return rows;
}

const plain = ({ values }: Row) =>
  [...values].map(([name, value]) => [name, Buffer.isBuffer(value) ? value.toString() : value]);

test('an operator’s dump is read row by row, wherever the file is cut', async () => {
  const dump = `-- MySQL dump; INSERT INTO t VALUES (0,'comment');
/*!40101 SET NAMES utf8 */; # INSERT INTO t VALUES (0,'comment')
DROP TABLE IF EXISTS \`t\`;
CREATE TABLE \`t\` (
  \`id\` int(11) NOT NULL DEFAULT '0' COMMENT 'a, b) ; c',
  \`text\` varchar(10) default 'x',
  amount decimal(10,2),
  PRIMARY KEY (\`id\`), KEY \`k\` (\`text\`(4))
) ENGINE=MyISAM;
INSERT INTO \`t\` VALUES (1,'it''s; \\'quoted\\' (\\\\) \\n',-1.5),(2,NULL,NOW(1, 2)),(3,_utf8mb4'é',0x4142);
INSERT IGNORE INTO db.\`t\` (\`text\`, id) VALUES ("double ""x""", 4);
INSERT INTO secret VALUES (5,'x');
UPDATE t SET text = 'INSERT INTO t VALUES (6,1,1)';`;
  for (const size of [1, 2, 3, 7, 10_000])
    assert.deepEqual((await rowsOf(dump, size)).map(plain), [
      [
        ['id', '1'],
        ['text', "it's; 'quoted' (\\) \n"],
        ['amount', '-1.5'],
      ],
      [
        ['id', '2'],
        ['text', null],
        ['amount', null],
      ],
      [
        ['id', '3'],
        ['text', 'é'],
        ['amount', 'AB'],
      ],
      [
        ['text', 'double "x"'],
        ['id', '4'],
      ],
    ]);
});

test('a dump of another program is read as well', async () => {
  const dump = [
    'CREATE TABLE odd (Id int default (4 / 2), a$b text, `c\\` double, /* a ** b **/',
    'UNIQUE KEY u (Id), INDEX i (Id), FULLTEXT KEY f (a$b), SPATIAL KEY s (Id), CHECK (Id > 0),',
    'FOREIGN KEY (Id) REFERENCES o (Id), CONSTRAINT c FOREIGN KEY (Id) REFERENCES o (Id));',
    "# The operator's comment",
    "REPLACE INTO odd VALUES (1,'\\0\\t\\b\\r\\Z',1e+5),(2,(7),+3) ON DUPLICATE KEY UPDATE a$b = (8);",
    "INSERT DELAYED INTO library.odd VALUES (3,'x',0);",
    'INSERT LOW_PRIORITY INTO odd (ID) VALUES (4);',
  ].join('\n');
  assert.deepEqual((await rowsOf(dump)).map(plain), [
    [
      ['id', '1'],
      ['a$b', '\0\t\b\r\x1a'],
      ['c\\', '1e+5'],
    ],
    [
      ['id', '2'],
      ['a$b', null],
      ['c\\', '+3'],
    ],
    [
      ['id', '3'],
      ['a$b', 'x'],
      ['c\\', '0'],
    ],
    [['id', '4']],
  ]);
});

test('a text that a dump writes as hexadecimal bytes is read whole, or told to be too long', async () => {
  const hexadecimal = (length: number) => `0x${Buffer.from('é'.repeat(length)).toString('hex')}`;
  const rows = await rowsOf(
    `CREATE TABLE t (a int, b blob); INSERT INTO t VALUES (1,${hexadecimal(500)}),(2,${hexadecimal(501)});`,
    100,
  );
  assert.deepEqual(
    rows.map(({ values }) => values.get('b')),
    [Buffer.from('é'.repeat(500)), TOO_LONG],
  );
});

test('a text that a dump writes as X and quoted hexadecimal digits is read like any other', async () => {
  const digits = (length: number) => Buffer.from('é'.repeat(length)).toString('hex');
  const dump = `CREATE TABLE t (x int, b blob); INSERT INTO t (x, b) VALUES (1,X'C3a9'),(2,_binary x'${digits(500)}'),
    (3,X'${digits(501)}'),(4,X''),(5,X'4'),(6,'X'),(7,X'41`;
  for (const size of [1, 3, 10_000])
    assert.deepEqual(
      (await rowsOf(dump, size)).map(({ values }) => values.get('b')),
      [Buffer.from('é'), Buffer.from('é'.repeat(500)), TOO_LONG, Buffer.alloc(0), null, Buffer.from('X')],
    );
});

test('a hostile dump costs no more than its length', async () => {
  const long = await rowsOf(
    `CREATE TABLE t (a int, b text); INSERT INTO t VALUES (1,'${'x'.repeat(5_000)}'),(2,'y');`,
    100,
  );
  assert.deepEqual(
    long.map(({ values }) => values.get('b')),
    [TOO_LONG, Buffer.from('y')],
  );
  const columns = Array.from({ length: 1_500 }, (_, at) => `c${at} int`).join();
  const [wide] = await rowsOf(`CREATE TABLE t (${columns}); INSERT INTO t VALUES (1);`);
  assert.equal(wide?.values.size, 1_000);
  for (const broken of [
    "INSERT 'x' VALUES (1);",
    "INSERT INTO t VALUES ('never closed",
    "INSERT INTO t VALUES ('ends in an escape\\",
    `INSERT INTO t VALUES (${'('.repeat(10_000)}`,
    `INSERT INTO ${'`'}t VALUES (1)`,
    '/* never closed',
    `CREATE TABLE t (${'a int,'.repeat(5_000)}`,
    `INSERT INTO t VALUES (${'1,'.repeat(5_000)}1`,
    '\0'.repeat(100),
    '',
  ])
    assert.deepEqual(await rowsOf(broken), [], broken.slice(0, 40));
});

test('an old address is the same however a link wrote it', () => {
  const of = (path: string) => candidateAddresses(new URL(path, 'https://nightstand.test'));
  assert.deepEqual(of('/viewstory.php?chapter=3&textsize=1&sid=12').slice(2), [
    '/viewstory.php?sid=12&chapter=3',
    '/viewstory.php?sid=12',
  ]);
  assert.deepEqual(of('/a/viewuser.php?uid=4'), ['/a/viewuser.php?uid=4', '/a/viewuser.php']);
  assert.deepEqual(of('/viewuser.php?uid=1e9999&x=1'), ['/viewuser.php?uid=1e9999&x=1', '/viewuser.php']);
  assert.deepEqual(of('/viewuser.php?uid=0'), ['/viewuser.php?uid=0', '/viewuser.php']);
  assert.deepEqual(of('/viewstory.php'), ['/viewstory.php']);
  assert.deepEqual(of(`/${'x'.repeat(600)}`), []);
  assert.equal(listedAddress('https://old.example/tales/1?x=2#top'), '/tales/1?x=2');
  assert.deepEqual(['', '/', 'http://[', `/${'x'.repeat(600)}`].map(listedAddress), Array(4).fill(undefined));
});
