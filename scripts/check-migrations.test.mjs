import assert from 'node:assert/strict'
import { test } from 'node:test'
import { problemsOf, readStatements } from './lib/migration-rules.mjs'

const problems = (sql) => problemsOf('20270101T000000_x.sql', sql)
const refused = (sql, pattern) => {
  assert.equal(problems(sql).length, 1, `${sql}: ${problems(sql).join(' | ')}`)
  assert.match(problems(sql)[0], pattern)
}

test('reads statements past strings, comments and bodies that hold semicolons', () => {
  const sql = `-- one; two
    create function f() returns int language sql as $$ select 1; select 2; $$;
    -- safe: nobody has any yet
    insert into a values ('x;y''z');`
  assert.deepEqual(
    readStatements(sql).map(({ text, reason }) => [text.slice(0, 15), reason]),
    [
      ['create function', undefined],
      ['insert into a v', 'nobody has any yet'],
    ],
  )
})

test('refuses what stops or surprises a product that is running', () => {
  refused('create index a_b on a (b);', /stops its writers/)
  refused('create unique index a_b on a (b);', /stops its writers/)
  refused('create index concurrently a_b on a (b);', /file of its own/)
  refused('alter table a add constraint c check (b > 0);', /not valid/)
  refused('alter table a add constraint c foreign key (b) references d (id);', /not valid/)
  refused('alter table a add constraint c unique (b);', /using index/)
  refused('alter table a alter column b type bigint;', /rewrites the table/)
  refused('alter table a alter column b set not null;', /reads the whole table/)
  refused('alter table a add column b text not null;', /needs a default/)
  refused('alter table a add column b uuid default gen_random_uuid();', /row to row/)
  refused('alter table a drop column b;', /still running reads it/)
  refused('alter table a rename column b to c;', /still running reads it/)
  refused('drop table a;', /still running reads it/)
  refused('update a set b = 1;', /by a job/)
  refused('delete from a where b;', /by a job/)
  refused('lock table a;', /for everybody/)
})

test('lets pass what is quick, what is new, and what gives its reason', () => {
  for (const sql of [
    'create table a (id uuid primary key, b text not null); create index a_b on a (b); insert into a select 1;',
    'alter table a add column b text;',
    'alter table a add column b integer not null default 0;',
    'alter table a add constraint c check (b > 0) not valid;',
    'alter table a validate constraint c;',
    'alter table a alter column b drop not null;',
    'alter table a drop constraint c;',
    'alter table a add constraint c unique using index a_b;',
    '-- safe: unread since 1.4\nalter table a drop column b;',
    '-- outside a transaction\ndrop index concurrently if exists a_b;\ncreate index concurrently a_b on a (b);',
  ])
    assert.deepEqual(problems(sql), [], sql)
})

test('wants a file outside a transaction to be one that can be run again', () => {
  const head = '-- outside a transaction\n'
  assert.match(problems(`${head}create index concurrently a_b on a (b);`)[0], /invalid index/)
  assert.match(problems(`${head}alter table a add column b text;`)[0], /could not be taken back/)
})

test('leaves alone what was written before there was any traffic', () => {
  assert.deepEqual(problemsOf('20261121T030000_x.sql', 'lock table a;'), [])
})
