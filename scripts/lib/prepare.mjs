import { ensureBuilt } from './build.mjs'
import { ensureInstalled } from './install.mjs'
import { underLock } from './lock.mjs'

const what = 'installs or builds'

/** Everything that a command needs of this folder. Two commands at once do it one after the other. */
export const ensureReady = (options) =>
  underLock('prepare', what, async () => {
    await ensureInstalled()
    await ensureBuilt(options)
  })

export const ensurePackages = () => underLock('prepare', what, ensureInstalled)
