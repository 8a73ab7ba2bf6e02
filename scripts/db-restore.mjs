// npm run db:restore: the command itself is server/src/cli/restore.ts.
import './lib/require-node.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { runMain } from './lib/console.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { runShown } from './lib/run.mjs'

await runMain(async () => {
  await ensureInstalled()
  await ensureBuilt()
  return runShown(process.execPath, ['server/dist/cli/restore.js', ...process.argv.slice(2)])
})
