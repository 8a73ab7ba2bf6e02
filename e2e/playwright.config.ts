import { defineConfig } from '@playwright/test'
import { chromiumLaunch } from './support/chromium.ts'

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
    launchOptions: chromiumLaunch(),
    screenshot: 'only-on-failure',
  },
})
