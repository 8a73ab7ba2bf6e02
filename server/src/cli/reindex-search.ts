import { createSearchReindex } from '../features/search/search-reindex.service.ts'
import { systemClock } from '../platform/clock.ts'
import { onDatabase, runCommand } from './command.ts'

/** `npm run search:reindex`: may run beside the server when the database is one of your own. */
const main = () =>
  onDatabase(async ({ db }) => {
    const begunMs = performance.now()
    const seconds = () => Math.round((performance.now() - begunMs) / 1000)
    const { reindex } = createSearchReindex({ db, clock: systemClock })
    const count = await reindex((mentors) => {
      if (mentors % 100_000 === 0) console.log(`${mentors} mentors after ${seconds()} s`)
    })
    console.log(`${count} mentors are in the search, after ${seconds()} s.`)
  })

runCommand(main, 'With the embedded database, stop the server first.')
