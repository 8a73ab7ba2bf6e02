// npm run moderator:password: the command itself is server/src/cli/moderator-password.ts.
import './lib/require-node.mjs'
import { runMain } from './lib/console.mjs'
import { ensureReady } from './lib/prepare.mjs'
import { runShown } from './lib/run.mjs'

await runMain(async () => {
  await ensureReady()
  return runShown(process.execPath, ['server/dist/cli/moderator-password.js', ...process.argv.slice(2)])
})
