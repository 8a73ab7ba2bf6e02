// npm run check: everything that can be said without running the product.
import './lib/require-node.mjs'
import { runChecks } from './lib/checks.mjs'
import { runMain } from './lib/console.mjs'
import { ensurePackages } from './lib/prepare.mjs'

await runMain(async () => {
  await ensurePackages()
  const { passed, failed } = await runChecks()
  console.log(`${passed} checks passed, ${failed} failed`)
  return failed > 0 ? 1 : 0
})
