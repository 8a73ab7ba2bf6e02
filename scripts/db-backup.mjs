// npm run db:backup: the command itself is server/src/cli/backup.ts.
import './lib/require-node.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { runMain } from './lib/console.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { runShown } from './lib/run.mjs'

await runMain(async () => {
  await ensureInstalled()
  await ensureBuilt()
  return runShown(process.execPath, ['server/dist/cli/backup.js', ...process.argv.slice(2)])
})
