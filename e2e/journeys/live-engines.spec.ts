import type { Page } from '@playwright/test'
import { wholeChromiumLaunch, withFakeDevices } from '../support/chromium.ts'
import { expect, test } from '../support/journey.ts'
import { joinRoom, openRoom, sessionNow } from '../support/live.ts'

test.use({ launchOptions: wholeChromiumLaunch(withFakeDevices) })

const composer = (page: Page) => page.getByRole('textbox', { name: /message/i })

for (const unable of ['mentor', 'mentee'] as const) {
  test(`where the browser of the ${unable} makes no calls, both are told, and write`, async ({
    app,
    newPerson,
  }) => {
    const { slotId, ...people } = await sessionNow(app)
    const able = unable === 'mentor' ? 'mentee' : 'mentor'
    const page = { mentor: await newPerson(), mentee: await newPerson() }
    await page[unable].addInitScript(() => Reflect.deleteProperty(window, 'RTCPeerConnection'))
    await openRoom(page[unable], unable, people[unable], slotId)
    await expect(page[unable].getByText('This browser can’t make video calls.')).toBeVisible()
    await joinRoom(page[unable])
    await openRoom(page[able], able, people[able], slotId)
    await joinRoom(page[able])

    const name = unable === 'mentor' ? 'Meera' : 'Arun'
    await expect(page[able].getByText(`${name}’s browser can’t make video calls.`)).toBeVisible()
    await expect(page[unable].getByText('Write in the chat, or join from another browser.')).toBeVisible()
    for (const one of Object.values(page)) await one.getByRole('button', { name: 'Chat' }).click()
    await composer(page[able]).fill('Shall we write, then?')
    await composer(page[able]).press('Enter')
    await expect(page[unable].getByRole('log').getByText('Shall we write, then?')).toBeVisible()
  })
}
