import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  findDocProblems,
  findOrderProblems,
  findPathProblems,
  findRecordProblems,
  findUndefinedGoals,
  findUndistributed,
  listGoals,
  listTables,
} from './lib/doc-rules.mjs'

const there = [
  'docs/security.md',
  'server/src/platform/db/paging.ts',
  'server/src/features/slots/slots.queries.ts',
  'server/src/features',
  'bench/search.bench.ts',
  'bench',
]
const repository = {
  has: (path) => there.includes(path),
  hasFileNamed: (name) => there.some((path) => path.endsWith(`/${name}`)),
  scripts: ['check', 'db:types'],
  goals: ['P1', 'S3'],
}
const problemsOf = (text, path = 'docs/operations.md') => findDocProblems(path, text, repository)

test('takes links, paths, short forms and commands that are there', () => {
  const lines = [
    'See [security](security.md#threats), [the web](https://example.org) and `docs/security.md`.',
    '`platform/db/paging.ts`, `slots/slots.queries.ts`, `slots.queries.ts`, docs/security.md, `server/src/features/<noun>/`',
    '`npm run check`, `npm run db:types`, `npx tsx bench/search.bench.ts`, `npx tsx bench/NAME.bench.ts`',
    'P1 and S3 are met; `DATABASE_URL`, `GET /api/config` and `*.rules.ts` are no paths.',
  ]
  assert.deepEqual(problemsOf(lines.join('\n')), [])
})

test('names what is not there, with its line', () => {
  assert.deepEqual(problemsOf('\n[gone](gone.md)'), [
    'docs/operations.md:2 links to docs/gone.md, which is not there',
  ])
  assert.match(problemsOf('`platform/db/gone.ts`')[0], /:1 names platform\/db\/gone\.ts/)
  assert.match(problemsOf('as docs/gone.md says')[0], /names docs\/gone\.md/)
  assert.match(problemsOf('`gone.queries.ts`')[0], /names gone\.queries\.ts/)
  assert.match(problemsOf('`server/src/gone/<noun>/`')[0], /names server\/src\/gone/)
})

test('refuses commands that are not there, in blocks of code too', () => {
  assert.match(problemsOf('```sh\nnpm run gone\n```')[0], /:2 package\.json has no script "gone"/)
  assert.match(problemsOf('`node scripts/gone.mjs`').join(), /runs scripts\/gone\.mjs/)
  assert.match(problemsOf('`npx tsx bench/gone.bench.ts`').join(), /runs bench\/gone\.bench\.ts/)
})

test('wants decision records numbered without holes, and headings that say so', () => {
  const headings = {
    '001-a.md': '# 001 A',
    '002-b.md': '# 002 B',
    '003-c.md': '# 001 C',
    '004-d.md': '# 004 D',
  }
  const problemsOfThese = (...names) => findRecordProblems(names, (name) => headings[name])
  assert.deepEqual(problemsOfThese('002-b.md', '001-a.md'), [])
  assert.match(problemsOfThese('001-a.md', '004-d.md')[0], /004-d\.md: the next number is 002/)
  assert.match(problemsOfThese('001-a.md', '002-b.md', '003-c.md')[0], /heading is not 003/)
})

test('reads the goals that are defined, and refuses the code of one that is not', () => {
  assert.deepEqual(listGoals('| P1 | search |\n| R10 | tabs |\n| other | P2 |'), ['P1', 'R10'])
  assert.match(problemsOf('P1 and R7')[0], /speaks of R7/)
  assert.deepEqual(findUndefinedGoals('// P1: as S3 says; PKCE by S256, A12, `x/P2`', repository), [])
  assert.equal(findUndefinedGoals('// P2: messages', repository).length, 1)
})

test('wants the features in the document in the order of the imports', () => {
  const table = '| | feature |\n|---|---|\n| 1 | images | pictures |\n| 2 | slots | times |\n'
  assert.deepEqual(findOrderProblems(`${table}| 1 | \`web/a.ts\` | a file |`, ['images', 'slots']), [])
  assert.match(findOrderProblems(table, ['images', 'chat', 'slots'])[0], /says 2 slots where .* has 2 chat/)
  assert.match(findOrderProblems(table, ['images'])[0], /says 2 slots/)
  assert.match(findOrderProblems(table, ['images', 'slots', 'chat'])[0], /has 3 chat/)
})

test('wants the way of a booking and of a message to be short, and counted', () => {
  const pathOf = (what, count, said = count) => {
    const rows = Array.from({ length: count }, (_, index) => `| ${index + 1} | \`a${index}.ts\` | x |`)
    return `## ${what}, from the button to the row\n\n${rows.join('\n')}\n\n**${said} files to the row.**\n\n`
  }
  const problemsOf = (...paths) => findPathProblems(`${paths.join('')}## Next\n`)
  const booking = pathOf('One booking', 20)
  assert.deepEqual(problemsOf(booking, pathOf('One message', 19)), [])
  assert.match(problemsOf(booking, pathOf('One message', 21))[0], /One message.*: 21 numbered/)
  assert.match(problemsOf(booking, pathOf('One message', 19, 18))[0], /19 numbered files where it says 18/)
  assert.match(problemsOf(booking)[0], /not followed/)
})

test('wants every table in one row of what would be distributed', () => {
  const tables = listTables('export interface DB {\n  slot: Slot;\n  liveNotes: LiveNotes;\n}\n')
  assert.deepEqual(tables, ['slot', 'live_notes'])
  const textOf = (...rows) =>
    `## How it would be distributed\n\n| by | tables |\n${rows.join('\n')}\n\n## Next\n`
  assert.deepEqual(findUndistributed(textOf('| mentor (`slot`) | slot, `live_notes` |'), tables), [])
  assert.match(
    findUndistributed(textOf('| mentor | slots, live_notes |'), tables)[0],
    /slot stands in 0 rows/,
  )
  assert.match(
    findUndistributed(textOf('| a | slot, live_notes |', '| b | slot |'), tables)[0],
    /slot .* 2 rows/,
  )
})
