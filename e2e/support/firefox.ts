import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Undefined where there is none. */
export const firefoxPath =
  process.env.FIREFOX_PATH ?? ['/usr/bin/firefox-esr', '/usr/bin/firefox'].find(existsSync)

/** Firefox as it is released, through a launcher that answers what it does not know yet. */
export const firefoxLaunch = () => ({
  executablePath: join(import.meta.dirname, 'firefox-launcher.mjs'),
  args: [],
  env: { ...(process.env as Record<string, string>), ...(firefoxPath ? { FIREFOX_PATH: firefoxPath } : {}) },
})

/** A camera and a microphone that are not there, allowed without a question, and calls within one machine. */
export const firefoxCallPrefs = {
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'media.autoplay.default': 0,
  'media.peerconnection.ice.loopback': true,
  'media.peerconnection.ice.obfuscate_host_addresses': false,
}
