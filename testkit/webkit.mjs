import { existsSync } from 'node:fs'

const existing = (path) => (existsSync(path) ? path : undefined)

/**
 * Where Debian's webkit2gtk-driver, which brings the browser that it drives, and its xvfb, the screen for that, have put
 * their programs; undefined for what is not installed.
 */
export const findWebKit = () => ({
  driver: existing('/usr/bin/WebKitWebDriver'),
  display: existing('/usr/bin/Xvfb'),
})
