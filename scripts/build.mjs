// npm run build: what npm start builds, and everything anew with --force.
import './lib/require-node.mjs'
import { PlainError, runMain } from './lib/console.mjs'
import { ensureComplete } from './lib/prepare.mjs'
import { runShown } from './lib/run.mjs'

await runMain(async () => {
  await ensureComplete({ isForced: process.argv.includes('--force') })
  await runShown(process.execPath, ['scripts/check-weights.mjs']).then((code) => {
    if (code !== 0) throw new PlainError('The pages are built, and over their budgets.')
  })
  console.log('Everything is built.')
})
