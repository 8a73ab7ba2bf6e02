import { firefox, type Page } from '@playwright/test'
import { wholeChromiumLaunch, withFakeDevices } from '../support/chromium.ts'
import { firefoxCallPrefs, firefoxLaunch, firefoxPath } from '../support/firefox.ts'
import { expect, test } from '../support/journey.ts'
import { expectSeenMoving, joinRoom, loudnessOf, openRoom, sessionNow, soundsOf } from '../support/live.ts'

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

for (const inFirefox of ['mentor', 'mentee'] as const) {
  test(`a call between Chromium and Firefox, the ${inFirefox} in Firefox: pictures, sound, chat, leaving`, async ({
    app,
    newPerson,
  }) => {
    test.skip(!firefoxPath, 'no Firefox was found')
    const browser = await firefox.launch({
      ...firefoxLaunch(),
      channel: 'moz-firefox',
      firefoxUserPrefs: firefoxCallPrefs,
    })
    try {
      const context = await browser.newContext({
        baseURL: app.url,
        locale: 'en-IN',
        timezoneId: 'Asia/Kolkata',
      })
      const there = await context.newPage()
      const here = await newPerson()
      const [meera, arun] = inFirefox === 'mentor' ? [there, here] : [here, there]
      const { mentor, mentee, slotId } = await sessionNow(app)
      await openRoom(meera, 'mentor', mentor, slotId)
      await expect(meera.getByLabel('Your own picture')).toBeVisible()
      await joinRoom(meera)
      await openRoom(arun, 'mentee', mentee, slotId)
      await expect(arun.getByText('Meera is in the room')).toBeVisible()
      await joinRoom(arun)

      await Promise.all([expectSeenMoving(meera, 'Arun'), expectSeenMoving(arun, 'Meera')])
      // On a machine without loudspeakers Firefox plays nothing that could be measured; that it arrives can be seen.
      const heard = inFirefox === 'mentor' ? 'Meera' : 'Arun'
      await expect.poll(() => loudnessOf(here, heard)).toBeGreaterThan(0.01)
      await expect.poll(() => soundsOf(there, inFirefox === 'mentor' ? 'Arun' : 'Meera')).toBe(1)
      await meera.getByRole('button', { name: 'Mute' }).click()
      await expect(arun.getByText('Meera is muted')).toBeVisible()
      await arun.getByRole('button', { name: 'Turn the camera off' }).click()
      await expect(meera.getByText('Camera off').first()).toBeVisible()
      await arun.getByRole('button', { name: 'Turn the camera on' }).click()
      await expectSeenMoving(meera, 'Arun')
      for (const page of [meera, arun]) await page.getByRole('button', { name: 'Chat' }).click()
      // In Firefox what is filled in, and not typed, tells React nothing.
      await composer(arun).pressSequentially('I can see you.')
      await composer(arun).press('Enter')
      for (const page of [arun, meera])
        await expect(page.getByRole('log').getByText('I can see you.')).toBeVisible()
      await arun.getByRole('button', { name: /leave/i }).click()
      await expect(meera.getByText('Arun has left.')).toBeVisible()
    } finally {
      await browser.close()
    }
  })
}
