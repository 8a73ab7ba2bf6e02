// What a migration may not do to a table that others are reading and writing at the same time.

/** Migrations before the first release meet no traffic. */
const firstChecked = '20261122'

/** `{ text, reason }` of each statement; `reason` is what a comment `-- safe: …` before it says. */
export function readStatements(sql) {
  const statements = []
  let text = ''
  let reason
  // Bodies of functions, strings and comments may hold semicolons.
  for (const token of sql.match(/\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|--[^\n]*|;|[^;'$-]+|[\s\S]/g) ?? []) {
    if (token.startsWith('--')) reason = /^-- safe: (.+)/.exec(token)?.[1] ?? reason
    else if (token !== ';') text += token
    else {
      statements.push({ text: text.trim().replace(/\s+/g, ' ').toLowerCase(), reason })
      text = ''
      reason = undefined
    }
  }
  if (text.trim()) statements.push({ text: text.trim().replace(/\s+/g, ' ').toLowerCase(), reason })
  return statements
}

/** What is wrong with a migration, in sentences. */
export function problemsOf(name, sql) {
  if (name < firstChecked) return []
  const statements = readStatements(sql)
  const isOutside = /^-- outside a transaction\b/m.test(sql)
  const made = new Set(statements.map(({ text }) => tableOf(/^create table (?:if not exists )?/, text)))
  const wrong = statements
    .filter(({ reason }) => reason === undefined)
    .flatMap(({ text }) =>
      rules.filter((rule) => rule.isMet(text, { made, isOutside })).map(({ why }) => why),
    )
  return [...new Set([...wrong, ...(isOutside ? problemsOutside(statements) : [])])]
}

const tableOf = (start, text) =>
  start.test(text) ? (/^[\w."]+/.exec(text.replace(start, ''))?.[0] ?? '') : undefined
const alters = (text, made) => {
  const table = tableOf(/^alter table (?:if exists )?(?:only )?/, text)
  return table !== undefined && !made.has(table)
}
const indexed = /^create (?:unique )?index (concurrently )?(?:if not exists )?[\w"]+ on (?:only )?([\w."]+)/
const altering =
  (pattern) =>
  (text, { made }) =>
    alters(text, made) && pattern.test(text)

const rules = [
  {
    isMet: (text, { made }) => {
      const [, isConcurrent, table] = indexed.exec(text) ?? []
      return table !== undefined && !isConcurrent && !made.has(table)
    },
    why: 'an index on a table that is in use stops its writers: create index concurrently, in a file "-- outside a transaction"',
  },
  {
    isMet: (text, { isOutside }) => /\bconcurrently\b/.test(text) && !isOutside,
    why: 'concurrently needs a file of its own that begins with "-- outside a transaction"',
  },
  {
    isMet: altering(
      /\badd constraint \S+ (?:check|foreign key)\b(?!.*\bnot valid\b)|\breferences\b(?!.*\bnot valid\b)/,
    ),
    why: 'a constraint is checked against every row under a lock: add it "not valid", and validate it in a later migration',
  },
  {
    isMet: altering(/\badd (?:constraint \S+ )?(?:unique|primary key|exclude)\b(?!.* using index\b)/),
    why: 'this builds an index under a lock: build it concurrently first and add the constraint "using index"',
  },
  {
    isMet: altering(/\balter (?:column )?\S+ (?:set data )?type\b/),
    why: 'another type rewrites the table: add a column, fill it by a job, read it in the next release, drop the old one later',
  },
  {
    isMet: altering(/\balter (?:column )?\S+ set not null\b/),
    why: 'set not null reads the whole table under a lock: add a check "is not null" not valid, validate it, then say why this is safe',
  },
  {
    isMet: altering(/\badd (?:column )?(?!constraint)\S+ .*\bnot null\b(?!.*\bdefault\b)/),
    why: 'a column that must not be null needs a default: the release that is still running does not fill it',
  },
  {
    isMet: altering(/\bdefault (?:clock_timestamp|random|gen_random_uuid|uuidv\d|nextval)\b/),
    why: 'a default that differs from row to row rewrites the table: add the column without, and fill it by a job',
  },
  {
    isMet: (text, { made }) =>
      (alters(text, made) && /\bdrop (?:column )?(?!constraint|default|not null)\b|\brename\b/.test(text)) ||
      /^drop (?:table|view|type|function)\b/.test(text),
    why: 'the release that is still running reads it: first a release that does not, then a migration that says so ("-- safe: unread since …")',
  },
  {
    isMet: (text, { made }) =>
      /^(?:update|delete from|insert into .* select)\b/.test(text) &&
      !made.has(/^(?:update|delete from|insert into) ([\w."]+)/.exec(text)?.[1]),
    why: 'many rows in one transaction hold their locks until its end: do it by a job in small parts',
  },
  {
    isMet: (text) => /^(?:lock|vacuum full|cluster|reindex (?!.*concurrently))/.test(text),
    why: 'this locks the table for everybody',
  },
]

/** Such a file may be broken off in the middle and is then run from its beginning. */
function problemsOutside(statements) {
  const problems = []
  const dropped = new Set()
  for (const { text } of statements) {
    const drop = /^drop index concurrently if exists ([\w."]+)$/.exec(text)
    if (drop) dropped.add(drop[1])
    const made = /^create (?:unique )?index concurrently (?:if not exists )?([\w"]+) on/.exec(text)
    if (made && !dropped.has(made[1]))
      problems.push(
        `${made[1]}: a build that was broken off leaves an invalid index; drop index concurrently if exists it first`,
      )
    if (!drop && !made && !/^alter table \S+ validate constraint/.test(text))
      problems.push(
        'outside a transaction only indexes are built and constraints validated: the rest could not be taken back',
      )
  }
  return problems
}
