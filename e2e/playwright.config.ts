import { defineConfig } from '@playwright/test'
import { chromiumLaunch } from './support/chromium.ts'

const alone = /(live|kills|storm-\w+)\.spec\.ts$/

export default defineConfig({
  testDir: './journeys',
  outputDir: '../test-results',
  fullyParallel: false,
  workers: 2,
  // Some need the two cores of a small machine for themselves: one browser more, and pictures stand still.
  projects: [
    { name: 'alone', testMatch: alone, workers: 1 },
    { name: 'side by side', testIgnore: alone, dependencies: ['alone'] },
  ],
  timeout: 90_000,
  expect: { timeout: 10_000 },
  reporter: [['list']],
  use: {
    headless: true,
    viewport: { width: 1280, height: 800 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    actionTimeout: 15_000,
    launchOptions: chromiumLaunch(),
    screenshot: 'only-on-failure',
  },
})
