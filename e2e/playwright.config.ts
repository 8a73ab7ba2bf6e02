import { defineConfig } from '@playwright/test'
import { chromiumLaunch } from './support/chromium.ts'
import { firefoxLaunch } from './support/firefox.ts'

const live = /live(-engines|-relay|-small)?\.spec\.ts$/
/** Finding, subscribing, booking and chatting: the journeys that are walked in another engine, too. */
const everyEngine =
  process.env.TEST_MATRIX === 'full'
    ? /(happy-path|hydration|picked-time)\.spec\.ts$/
    : /(happy-path|hydration)\.spec\.ts$/
/** Driven by WebDriver, past Playwright's browsers. */
const webkit = /webkit\.spec\.ts$/
const storms = /(kills|storm-\w+)\.spec\.ts$/

/** Each project empties its own folder when it begins: pictures of what failed in the one before are still there. */
const outputOf = (name: string) => ({ name, outputDir: `../test-results/${name}` })

export default defineConfig({
  testDir: './journeys',
  globalSetup: './support/global-setup.ts',
  fullyParallel: false,
  workers: 2,
  // `npm test` runs one after the other, also when one has failed. Video and the storms need the two cores of a
  // small machine for themselves: one browser more, and pictures stand still.
  projects: [
    { ...outputOf('journeys'), testIgnore: [live, webkit, storms] },
    {
      ...outputOf('firefox'),
      testMatch: everyEngine,
      workers: 1,
      // A picture needs a style of Playwright's own, of which Firefox's console says that the policy refused it.
      use: {
        browserName: 'firefox',
        channel: 'moz-firefox',
        launchOptions: firefoxLaunch(),
        screenshot: 'off',
      },
    },
    { ...outputOf('webkit'), testMatch: webkit, workers: 1 },
    { ...outputOf('video'), testMatch: live, workers: 1 },
    { ...outputOf('storms'), testMatch: storms, workers: 1 },
  ],
  // A test that passes at the second try has failed.
  retries: 0,
  // Only what hangs: on a busy machine the long ones take long.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  use: {
    headless: true,
    viewport: { width: 1280, height: 800 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    actionTimeout: 60_000,
    launchOptions: chromiumLaunch(),
    screenshot: 'only-on-failure',
  },
})
