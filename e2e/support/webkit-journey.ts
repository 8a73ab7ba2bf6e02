import { writeFileSync } from 'node:fs'
import { reportIfFailed } from './failure-report.ts'
import { test as base } from './journey.ts'
import { startWebKit, type WebKit, type WebKitOptions } from './webkit.ts'
import { personAt, type WebKitPerson } from './webkit-person.ts'

export const test = base.extend<{ newWebKit: (options?: WebKitOptions) => Promise<WebKitPerson> }>({
  newWebKit: async ({ app }, use, testInfo) => {
    const started: WebKit[] = []
    await use(async (options = {}) => {
      const webkit = await startWebKit(options)
      started.push(webkit)
      return personAt(webkit, app.url)
    })
    for (const [index, { session, end }] of started.entries()) {
      if (testInfo.status !== testInfo.expectedStatus) {
        const picture = await session.screenshot().catch(() => undefined)
        if (picture) writeFileSync(testInfo.outputPath(`webkit-${index + 1}.png`), picture)
      }
      // biome-ignore lint/performance/useDomNodeTextContent: what is seen counts
      const shown = () => session.run(() => `${location.href}\n${document.body.innerText}`)
      await reportIfFailed(testInfo, shown)
      await end()
    }
  },
})
