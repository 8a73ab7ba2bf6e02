import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

/** Nothing of Chromium's own may go out to the network. */
const args = [
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

export default defineConfig({
  testDir: './journeys',
  outputDir: '../test-results',
  // Two cores: one browser and the server it talks to.
  workers: 1,
  fullyParallel: false,
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    headless: true,
    viewport: { width: 1280, height: 800 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    actionTimeout: 15_000,
    launchOptions: { args, ...(executablePath ? { executablePath } : {}) },
    screenshot: 'only-on-failure',
  },
})
