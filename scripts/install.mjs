// node scripts/install.mjs: the packages alone, so that building an image can keep them apart from the code.
import './lib/require-node.mjs'
import { runMain } from './lib/console.mjs'
import { ensurePackages } from './lib/prepare.mjs'

await runMain(async () => {
  await ensurePackages()
})
