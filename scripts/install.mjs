// node scripts/install.mjs: the packages alone, so that building an image can keep them apart from the code.
import './lib/require-node.mjs'
import { runMain } from './lib/console.mjs'
import { ensureInstalled } from './lib/install.mjs'

await runMain(() => ensureInstalled())
