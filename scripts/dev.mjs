// npm run dev: the server straight from its sources, started anew on every change.
import './lib/require-node.mjs'
import { runMain } from './lib/console.mjs'
import { ensurePackages } from './lib/prepare.mjs'
import { serve } from './lib/serve.mjs'

await runMain(async () => {
  await ensurePackages()
  const args = [
    '--conditions=source',
    '--import',
    'tsx',
    '--watch',
    '--watch-preserve-output',
    'server/src/main.ts',
  ]
  return serve(args, { NODE_ENV: 'development' })
})
