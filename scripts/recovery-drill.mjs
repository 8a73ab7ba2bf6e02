// npm run drill:recovery: the drill itself is server/src/testing/recovery-drill.ts, which the product's build leaves out.
import './lib/require-node.mjs'
import { runMain } from './lib/console.mjs'
import { ensurePackages } from './lib/prepare.mjs'
import { runShown } from './lib/run.mjs'

await runMain(async () => {
  await ensurePackages()
  const args = ['--conditions=source', '--import', 'tsx', 'server/src/testing/recovery-drill.ts']
  return runShown(process.execPath, args)
})
