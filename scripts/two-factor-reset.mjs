// npm run two-step:end: the command itself is server/src/cli/two-factor-reset.ts.
import './lib/require-node.mjs'
import { runMain } from './lib/console.mjs'
import { ensureReady } from './lib/prepare.mjs'
import { runShown } from './lib/run.mjs'

await runMain(async () => {
  await ensureReady()
  return runShown(process.execPath, ['server/dist/cli/two-factor-reset.js', ...process.argv.slice(2)])
})
