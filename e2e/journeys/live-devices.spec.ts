import type { BrowserContext } from '@playwright/test'
import { wholeChromiumLaunch, withFakeDevices } from '../support/chromium.ts'
import { expect, test } from '../support/journey.ts'
import { colourOf, expectMoving, joinRoom, loudnessOf, openRoom, sessionNow } from '../support/live.ts'

// Cameras and microphones that are not there, behind the browser's real permissions. The second camera of
// Chromium's gives depths instead of a picture.
const devices = withFakeDevices
  .filter((flag) => !flag.includes('fake-'))
  .concat(
    '--use-fake-device-for-media-stream=device-count=3',
    '--auto-select-tab-capture-source-by-title=Slides',
  )
test.use({ launchOptions: wholeChromiumLaunch(devices) })

/** What the person has allowed; everything else is refused without asking. */
const allow = (context: BrowserContext, ...what: ('camera' | 'microphone')[]) =>
  context.grantPermissions(what)

/** Compression bends colours, but not red into blue. */
const nearest = ([red = 0, green = 0, blue = 0]: number[]) =>
  red > 180 && green + blue < 120 ? 'red' : blue > 180 && red + green < 120 ? 'blue' : 'neither'

test('a refused camera or microphone keeps nobody out, and devices change during the call', async ({
  app,
  newPerson,
}) => {
  const { mentor, mentee, slotId } = await sessionNow(app)
  const meera = await newPerson()
  const arun = await newPerson()
  await allow(meera.context(), 'camera', 'microphone')

  await test.step('with sound only', async () => {
    await allow(arun.context(), 'microphone')
    await openRoom(arun, 'mentee', mentee, slotId)
    await expect(arun.getByText('Your camera is not allowed on this page.')).toBeVisible()
    await expect(arun.getByText(/icon at the left of the address, allow Camera/)).toBeVisible()
    await expect(arun.getByText('You can join with sound only.')).toBeVisible()
    await joinRoom(arun)
    await openRoom(meera, 'mentor', mentor, slotId)
    await joinRoom(meera)
    await expectMoving(arun, 'Meera')
    await expect(meera.getByText('Camera off').first()).toBeVisible()
    await expect.poll(() => loudnessOf(meera, 'Arun')).toBeGreaterThan(0.01)
  })

  await test.step('a refusal in the call says how to allow it, and what is allowed then comes', async () => {
    await arun.getByRole('button', { name: 'Turn the camera on' }).click()
    await expect(arun.getByText('Your camera is not allowed on this page.')).toBeVisible()
    await allow(arun.context(), 'camera', 'microphone')
    await arun.getByRole('button', { name: 'Turn the camera on' }).click()
    await expectMoving(meera, 'Arun')
  })

  await test.step('another camera and microphone, chosen in the call', async () => {
    await arun.getByRole('button', { name: 'Devices' }).click()
    for (const name of ['Camera', 'Microphone'] as const) {
      const picker = arun.getByLabel(name, { exact: true })
      const before = await picker.inputValue()
      await picker.selectOption({ index: 2 })
      await expect(picker).not.toHaveValue(before)
    }
    await arun.keyboard.press('Escape')
    await expectMoving(meera, 'Arun')
    await expect.poll(() => loudnessOf(meera, 'Arun')).toBeGreaterThan(0.01)
  })

  await test.step('what is on the shared screen arrives, also when it changes', async () => {
    const slides = await meera.context().newPage()
    const turn = (colour: string) => slides.setContent(`<title>Slides</title><body bgcolor="${colour}">`)
    await turn('#ff0000')
    await meera.bringToFront()
    await meera.getByRole('button', { name: 'Share the screen' }).click()
    await expect.poll(async () => nearest(await colourOf(arun, 'Meera'))).toBe('red')
    await turn('#0000ff')
    await expect.poll(async () => nearest(await colourOf(arun, 'Meera'))).toBe('blue')
    await meera.getByRole('button', { name: 'Stop sharing' }).click()
    await expect.poll(async () => nearest(await colourOf(arun, 'Meera'))).toBe('neither')
    await slides.close()
  })
})
