// Which files may ask what time it is. Everything else takes a clock, so that a demo's can be moved and tests can set it.

/** By path, with the reason. */
const mayAsk = new Map([
  ['server/src/platform/clock.ts', 'is the real clock'],
  ['server/src/platform/product-clock.ts', 'says how far the product’s clock is ahead of the real one'],
  ['server/src/platform/jobs/jobs.ts', 'jobs wait by the time of the queue’s own database'],
  ['server/src/features/demo-clock/queued-jobs.queries.ts', 'waits for jobs, by the time of the queue'],
  ['server/src/platform/metrics.ts', 'tells how long jobs have waited, by the time of the queue'],
  ['server/src/platform/db/migrate.ts', 'notes when a migration was applied'],
  ['server/src/platform/backup/restore.ts', 'notes when a restore began'],
  [
    'server/src/features/search/page-statement.queries.ts',
    'compares with transactions, which the database dates',
  ],
  ['web/app/lib/clock.ts', 'is the browser’s clock'],
])

const asking = [
  [/\bDate\.now\(\)/, 'Date.now()'],
  [/\bnew Date\(\)/, 'new Date()'],
  // In SQL; `clock.now()` and `nowMs()` are clocks that were handed in.
  [/(?<![.\w])now\(\)/, 'now()'],
  [/\bcurrent_timestamp\b/i, 'current_timestamp'],
]

const isChecked = (path) =>
  /^(?:server\/src|web\/app)\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path)

/** Where a file asks for the time although it may not: a sentence a line. */
export function findClockProblems(path, text) {
  if (!isChecked(path) || mayAsk.has(path)) return []
  return text
    .split('\n')
    .flatMap((line, index) =>
      asking
        .filter(([pattern]) => pattern.test(line) && !/^\s*(?:\/\/|\*|\/\*\*)/.test(line))
        .map(
          ([, name]) =>
            `${path}:${index + 1}: ${name}; take a Clock (platform/clock.ts, web/app/lib/clock.ts)`,
        ),
    )
}

/** Files that may ask and are not there any more. */
export const findStaleExceptions = (paths) => {
  const known = new Set(paths)
  return [...mayAsk.keys()]
    .filter((path) => !known.has(path))
    .map((path) => `${path}: may ask for the time, and is not there`)
}
