// npm run build: what npm start builds, and everything anew with --force.
import './lib/require-node.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { runMain } from './lib/console.mjs'
import { ensureInstalled } from './lib/install.mjs'

await runMain(async () => {
  await ensureInstalled()
  await ensureBuilt({ isForced: process.argv.includes('--force') })
  console.log('Everything is built.')
})
