// npm start: installs and builds what is missing, then runs the server until it is told to stop.
import './lib/require-node.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { runMain } from './lib/console.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { serve } from './lib/serve.mjs'

await runMain(async () => {
  await ensureInstalled()
  await ensureBuilt()
  return serve(['server/dist/main.js'], { NODE_ENV: 'production' })
})
