// npm start: installs and builds what is missing, then runs the server until it is told to stop.
import './lib/require-node.mjs'
import { setPriority } from 'node:os'
import { compressPages } from './lib/compress.mjs'
import { notice, runMain } from './lib/console.mjs'
import { endWithParent } from './lib/end-with-parent.mjs'
import { requireFreePort } from './lib/machine.mjs'
import { ensureReady } from './lib/prepare.mjs'
import { serve } from './lib/serve.mjs'

const server = 'server/dist/main.js'
const env = { NODE_ENV: 'production' }

/** What can wait until somebody could look at the pages, and then gives way to whoever does. */
async function onRunning() {
  if (process.platform === 'linux') setPriority(19)
  await compressPages().catch(({ message }) => notice(`The pages are sent less well compressed: ${message}`))
}

await runMain(async () => {
  endWithParent()
  await requireFreePort()
  let serving
  const pages = ensureReady({
    // It prepares its database meanwhile.
    onServer() {
      serving = serve([server, '--await-pages'], env, { pages, onRunning })
    },
  })
  await pages
  return serving ?? serve([server], env, { onRunning })
})
