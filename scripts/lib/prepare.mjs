import { ensureBuilt } from './build.mjs'
import { compressPages } from './compress.mjs'
import { ensureInstalled } from './install.mjs'
import { underLock } from './lock.mjs'

const what = 'installs or builds'

/** Everything that the product needs of this folder to be built and run. Two commands at once do it one after the other. */
export const ensureReady = (options) =>
  underLock('prepare', what, async () => {
    await ensureInstalled()
    await ensureBuilt(options)
  })

/** And what may come after a start: for whoever weighs the pages, or takes them elsewhere. */
export async function ensureComplete(options) {
  await ensureReady(options)
  await compressPages()
}

/** Those of tests, checks and benches, too. */
export const ensurePackages = () => underLock('prepare', what, () => ensureInstalled({ forTests: true }))
