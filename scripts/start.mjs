// npm start: installs and builds what is missing, then runs the server until it is told to stop.
import './lib/require-node.mjs'
import { runMain } from './lib/console.mjs'
import { endWithParent } from './lib/end-with-parent.mjs'
import { requireFreePort } from './lib/machine.mjs'
import { ensureReady } from './lib/prepare.mjs'
import { serve } from './lib/serve.mjs'

await runMain(async () => {
  endWithParent()
  await requireFreePort()
  await ensureReady()
  return serve(['server/dist/main.js'], { NODE_ENV: 'production' })
})
