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
const whole = process.env.CHROMIUM_PATH ?? ['/usr/bin/chromium'].find(existsSync)
/** The same engine without the windows of a desktop, which in the whole one take half of the time. */
const shell =
  process.env.CHROMIUM_SHELL_PATH ?? ['/usr/bin/chromium-headless-shell'].find(existsSync) ?? whole

const launch = (executablePath: string | undefined, args: readonly string[]) => ({
  args: [...withoutNetwork, ...args],
  ...(executablePath ? { executablePath } : {}),
})

/** For pages, which is most of what there is to see. */
export const chromiumLaunch = () => launch(shell, [])

/** With what belongs to the browser around the page: notifications, devices, the choice of a screen. */
export const wholeChromiumLaunch = (args: readonly string[] = []) => launch(whole, args)

/** A camera and a microphone that are not there, and calls within one machine. */
export const withFakeDevices = [
  '--use-fake-device-for-media-stream',
  '--use-fake-ui-for-media-stream',
  '--allow-loopback-in-peer-connection',
  '--autoplay-policy=no-user-gesture-required',
]
