import { existsSync } from 'node:fs'
import { join } from 'node:path'

const path = process.env.FIREFOX_PATH ?? ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(existsSync)

/** Firefox as it is released, through a launcher that answers what it does not know yet. */
export const firefoxLaunch = () => ({
  executablePath: join(import.meta.dirname, 'firefox-launcher.mjs'),
  args: [],
  env: { ...(process.env as Record<string, string>), ...(path ? { FIREFOX_PATH: path } : {}) },
})
