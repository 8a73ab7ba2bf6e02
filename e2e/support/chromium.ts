import { existsSync } from 'node:fs'

/** Nothing of Chromium's own may go out to the network. */
const withoutNetwork = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Debian's Chromium where there is one; else Playwright's own. */
const executablePath = process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium'].find(existsSync)

export const chromiumLaunch = (args: readonly string[] = []) => ({
  args: [...withoutNetwork, ...args],
  ...(executablePath ? { executablePath } : {}),
})

/** A camera and a microphone that are not there, and calls within one machine. */
export const withFakeDevices = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--allow-loopback-in-peer-connection',
  '--autoplay-policy=no-user-gesture-required',
]
