import type { Page } from '@playwright/test'
import { wholeChromiumLaunch, withFakeDevices } from '../support/chromium.ts'
import { expect, test } from '../support/journey.ts'
import { expectMoving, joinRoom, openRoom, sessionNow } from '../support/live.ts'

test.use({ launchOptions: wholeChromiumLaunch(withFakeDevices) })

/** A small telephone upright and on its side, and a page of 1280 × 1024 px at 400 %. */
const screens = [
  { width: 320, height: 568 },
  { width: 568, height: 320 },
  { width: 320, height: 256 },
]

type Box = { x: number; y: number; width: number; height: number }
const overlap = (a: Box | null, b: Box | null) =>
  a !== null && b !== null && a.y < b.y + b.height && b.y < a.y + a.height

type Parts = Record<string, ReturnType<Page['locator']>>

/** What of the call does not lie whole on the screen. */
async function cutOff(page: Page, parts: Parts): Promise<string[]> {
  const { width, height } = page.viewportSize()!
  const found: string[] = []
  for (const [name, part] of Object.entries(parts)) {
    for (const one of await part.all()) {
      const box = await one.boundingBox()
      if (!box) continue
      const isWhole = box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height
      if (!isWhole) found.push(`${name} at ${width} × ${height}: ${JSON.stringify(box)}`)
    }
  }
  return found
}

/** What is measured at once may still be of the size before: what counts is where the page comes to rest. */
const expectWhole = (page: Page, parts: Parts) => expect.poll(() => cutOff(page, parts)).toEqual([])

test('on the smallest screens the pictures, the keys, the report and the chat are there without scrolling', async ({
  app,
  newPerson,
}) => {
  const { mentor, mentee, slotId } = await sessionNow(app)
  const meera = await newPerson()
  const arun = await newPerson()
  await openRoom(meera, 'mentor', mentor, slotId)
  await joinRoom(meera)
  await openRoom(arun, 'mentee', mentee, slotId)
  await joinRoom(arun)
  await expectMoving(meera, 'Arun')
  const keys = meera.getByRole('toolbar', { name: 'Call' }).getByRole('button')
  const report = meera.getByRole('link', { name: /^Report this call/ })
  for (const screen of screens) {
    await meera.setViewportSize(screen)
    const pictures = { other: meera.getByLabel('Picture of Arun'), own: meera.getByLabel('Your own picture') }
    await expect(pictures.own).toBeVisible()
    await expectWhole(meera, { keys, report, ...pictures })
    await meera.getByRole('button', { name: 'Chat', exact: true }).click()
    const field = meera.getByLabel('Message to Arun')
    await field.fill(`on ${screen.width} by ${screen.height}`)
    const send = meera.getByRole('button', { name: 'Send' })
    await expectWhole(meera, { keys, report, field, send })
    // Upright there is room for a small picture of the other person above the chat.
    if (screen.height > 480) {
      await expect(pictures.other).toBeInViewport({ ratio: 1 })
      expect(overlap(await pictures.other.boundingBox(), await field.boundingBox())).toBe(false)
    }
    await send.click()
    const sent = meera.getByRole('log').getByText(`on ${screen.width} by ${screen.height}`)
    await expect(sent).toBeInViewport({ ratio: 1 })
    await meera.getByRole('button', { name: 'Chat', exact: true }).click()
    // One row or two full ones: no key alone below the others.
    const rowsOfKeys = () =>
      keys.evaluateAll((all) => {
        const boxes = all.map((key) => key.getBoundingClientRect()).filter(({ width }) => width > 0)
        const tops = boxes.map(({ top }) => top)
        return [...new Set(tops)].map((top) => tops.filter((each) => each === top).length)
      })
    const isKeyAlone = async () => {
      const rows = await rowsOfKeys()
      return rows.length > 1 && rows.at(-1) === 1
    }
    // What was typed into may still give its room back.
    if (screen.width < screen.height)
      await expect.poll(isKeyAlone, `a key alone at ${screen.width} × ${screen.height}`).toBe(false)
  }
})
