import { api } from '@marga/contract/api'
import type { Page } from '@playwright/test'
import type { AppServer } from '../support/app-server.ts'
import { violationsAnywhere } from '../support/axe.ts'
import { wholeChromiumLaunch, withFakeDevices } from '../support/chromium.ts'
import { must } from '../support/client.ts'
import { makeSocketCuttable } from '../support/cuttable-socket.ts'
import { expect, test } from '../support/journey.ts'
import { expectMoving, framesInASecond, joinRoom, openRoom, sessionNow, soundsOf } from '../support/live.ts'
import { signInModerator } from '../support/people.ts'

test.use({ launchOptions: wholeChromiumLaunch(withFakeDevices) })

type Meeting = Awaited<ReturnType<typeof sessionNow>> & {
  app: AppServer
  /** The mentor's page. */
  meera: Page
  /** The mentee's page. */
  arun: Page
  /** The mentee's. */
  socket: Awaited<ReturnType<typeof makeSocketCuttable>>
}

test('two people meet by video, write, note down, and stay together through what goes wrong', async ({
  app,
  newPerson,
}) => {
  const session = await sessionNow(app)
  const meera = await newPerson()
  const arun = await newPerson()
  const socket = await makeSocketCuttable(arun)
  const meeting: Meeting = { app, meera, arun, socket, ...session }

  await test.step('the lobby shows the own picture, the microphone and who is there', () =>
    meetInTheLobby(meeting))
  await test.step('pictures move on both sides', () => expectPictures(meeting))
  await test.step('mute and camera off reach the other', () => muteAndTurnOff(meeting))
  await test.step('the screen is shared, with its sound, and given back', () => shareTheScreen(meeting))
  await test.step('the own picture goes round the corners and is dragged; the call fills the screen', () =>
    arrangeTheScreen(meeting))
  await test.step('chat and notes cross', () => writeAndNoteDown(meeting))
  await test.step('a reload of either comes back by itself', () => reloadEither(meeting))
  await test.step('a socket that is cut comes back while the pictures go on', () => cutTheSocket(meeting))
  await test.step('a killed server comes back without the call being lost', () => killTheServer(meeting))
  await test.step('a second tab takes over', () => takeOverInASecondTab(meeting))
  await test.step('leaving is told', () => leave(meeting))
})

async function meetInTheLobby({ meera, arun, mentor, mentee, slotId }: Meeting) {
  await openRoom(meera, 'mentor', mentor, slotId)
  await expect(meera.getByRole('heading', { name: /Session with Arun/ })).toBeVisible()
  await expect(meera.getByLabel('Your own picture')).toBeVisible()
  await expect(meera.getByText('Arun is not here yet')).toBeVisible()
  await joinRoom(meera)
  await expect(meera.getByText('Waiting for Arun…')).toBeVisible()
  await openRoom(arun, 'mentee', mentee, slotId)
  await expect(arun.getByText('Meera is in the room')).toBeVisible()
  await joinRoom(arun)
}

async function expectPictures({ meera, arun }: Meeting) {
  await Promise.all([expectMoving(meera, 'Arun'), expectMoving(arun, 'Meera')])
  await expect(arun.getByText('Good connection')).toBeVisible()
}

async function muteAndTurnOff({ meera, arun }: Meeting) {
  await meera.getByRole('button', { name: 'Mute' }).click()
  await expect(arun.getByText('Meera is muted')).toBeVisible()
  await meera.keyboard.press('m')
  await expect(arun.getByText('Meera is muted')).toBeHidden()
  await arun.getByRole('button', { name: 'Turn the camera off' }).click()
  await expect(meera.getByText('Camera off').first()).toBeVisible()
  await expect.poll(() => framesInASecond(meera, 'Arun')).toBe(0)
  await arun.getByRole('button', { name: 'Turn the camera on' }).click()
  await expectMoving(meera, 'Arun')
}

async function shareTheScreen({ meera, arun }: Meeting) {
  await meera.getByRole('button', { name: 'Share the screen' }).click()
  await expect(arun.getByText('Meera is sharing their screen')).toBeVisible()
  await expect.poll(() => soundsOf(arun, 'Meera')).toBe(2)
  await expectMoving(arun, 'Meera')
  await meera.getByRole('button', { name: 'Stop sharing' }).click()
  await expect(arun.getByText('Meera is sharing their screen')).toBeHidden()
  await expectMoving(arun, 'Meera')
}

async function arrangeTheScreen({ arun }: Meeting) {
  const own = arun.getByRole('button', { name: 'Own picture: move it to the next corner' })
  const { x: right } = (await own.boundingBox())!
  await own.press('Enter')
  await expect.poll(async () => (await own.boundingBox())!.x).toBeLessThan(right)
  const box = (await own.boundingBox())!
  await arun.mouse.move(box.x + 20, box.y + 20)
  await arun.mouse.down()
  await arun.mouse.move(1000, 120, { steps: 5 })
  await arun.mouse.up()
  await expect.poll(async () => (await own.boundingBox())!.x).toBeGreaterThan(640)
  await arun.keyboard.press('f')
  await expect.poll(() => arun.evaluate(() => document.fullscreenElement !== null)).toBe(true)
  await arun.getByRole('button', { name: 'Full screen' }).click()
  await expect.poll(() => arun.evaluate(() => document.fullscreenElement)).toBeNull()
  for (const [key, name] of [
    ['c', 'Chat'],
    ['n', 'Notes'],
  ] as const) {
    await arun.keyboard.press(key)
    await expect(arun.getByRole('complementary', { name })).toBeVisible()
    await arun.getByRole('button', { name }).click()
    await expect(arun.getByRole('complementary', { name })).toBeHidden()
  }
}

async function writeAndNoteDown({ meera, arun }: Meeting) {
  await meera.getByRole('button', { name: 'Chat' }).click()
  await meera.getByLabel('Message to Arun').fill('Can you see this?')
  await meera.getByRole('button', { name: 'Send', exact: true }).click()
  await arun.getByRole('button', { name: 'Chat, something new' }).click()
  await expect(arun.getByRole('complementary').getByText('Can you see this?')).toBeVisible()
  await meera.getByRole('button', { name: 'Notes' }).click()
  await arun.getByRole('button', { name: 'Notes' }).click()
  await meera.getByLabel('Shared notes').fill('Read chapter 3')
  await expect(arun.getByLabel('Shared notes')).toHaveValue('Read chapter 3')
  await arun.getByLabel('Shared notes').press('End')
  await arun.getByLabel('Shared notes').pressSequentially(', then write to me')
  await expect(meera.getByLabel('Shared notes')).toHaveValue('Read chapter 3, then write to me')
}

async function reloadEither({ meera, arun }: Meeting) {
  for (const [reloaded, seen, stayed, other] of [
    [arun, 'Meera', meera, 'Arun'],
    [meera, 'Arun', arun, 'Meera'],
  ] as const) {
    const begun = Date.now()
    await reloaded.reload()
    await Promise.all([expectMoving(reloaded, seen), expectMoving(stayed, other)])
    const tookMs = Date.now() - begun
    console.log(`reload of the side that sees ${seen}: pictures move again after ${tookMs} ms`)
  }
}

async function cutTheSocket({ meera, socket }: Meeting) {
  await socket.cut()
  await expect(meera.getByText('Reconnecting…')).toBeVisible()
  await expectMoving(meera, 'Arun')
  const begun = Date.now()
  socket.mend()
  await expect(meera.getByText('Reconnecting…')).toBeHidden()
  const tookMs = Date.now() - begun
  console.log(`a cut socket: back after ${tookMs} ms`)
}

async function killTheServer({ app, meera, arun }: Meeting) {
  await app.kill()
  await expectMoving(meera, 'Arun')
  await app.start()
  await expectMoving(meera, 'Arun')
  await expect(meera.getByText('Reconnecting…')).toBeHidden()
  const begun = Date.now()
  await arun.reload()
  await Promise.all([expectMoving(arun, 'Meera'), expectMoving(meera, 'Arun')])
  console.log(`a reload after the restart: pictures move again after ${Date.now() - begun} ms`)
}

async function takeOverInASecondTab({ meera, arun, mentee, slotId }: Meeting) {
  const second = await arun.context().newPage()
  await openRoom(second, 'mentee', mentee, slotId)
  await joinRoom(second)
  await expect(arun.getByText('You are in this session elsewhere')).toBeVisible()
  await Promise.all([expectMoving(second, 'Meera'), expectMoving(meera, 'Arun')])
  await arun.getByRole('button', { name: 'Use this tab' }).click()
  await Promise.all([expectMoving(arun, 'Meera'), expectMoving(meera, 'Arun')])
  await expect(second.getByText('You are in this session elsewhere')).toBeVisible()
  await second.close()
}

async function leave({ meera, arun }: Meeting) {
  await arun.getByRole('button', { name: 'Leave' }).click()
  await expect(arun.getByText('You have left the session')).toBeVisible()
  await expect(meera.getByText('Arun has left. You can wait here.')).toBeVisible()
}

test('nobody else gets in, and what cannot be opened says so', async ({ app, newPerson }) => {
  const { mentee, slotId } = await sessionNow(app, 60)
  const other = await sessionNow(app)
  const page = await newPerson({ width: 360 })
  await openRoom(page, 'mentee', mentee, slotId)
  await expect(page.getByText('The room is not open yet')).toBeVisible()
  await page.goto(`/mentees/connect/live/${other.slotId}`)
  await expect(page.getByText('Please refresh the page..!!')).toBeVisible()
  await page.goto('/mentees/connect/live')
  await expect(page.getByText('Which session?')).toBeVisible()
})

test('whoever is blocked by a moderator during the call is out at once, and is told why', async ({
  app,
  newPerson,
}) => {
  const { mentor, mentee, slotId } = await sessionNow(app)
  const [meera, arun] = [await newPerson(), await newPerson()]
  await openRoom(meera, 'mentor', mentor, slotId)
  await joinRoom(meera)
  await openRoom(arun, 'mentee', mentee, slotId)
  await joinRoom(arun)
  await expectMoving(arun, 'Meera')
  const body = { menteeId: mentee.id, isBlocked: true }
  await must(app.url, api.moderation.changeMenteeStatus, { body }, await signInModerator(app))
  await expect(arun.getByText('Your account is blocked or suspended')).toBeVisible()
  await expect(arun.getByRole('link', { name: 'Write to us' })).toBeVisible()
  await expect(arun.getByLabel('Picture of Meera')).toHaveCount(0)
  await expect(meera.getByText('The session has ended')).toBeVisible()
  await meera.getByRole('link', { name: 'Raise a ticket' }).click()
  await expect(meera.getByLabel('Subject')).toHaveValue(/^Session on /)
  await expect(meera.getByLabel('Which mentee?')).toHaveValue(mentee.id)
})

test('lobby and call keep nobody out in either theme', async ({ app, newPerson }) => {
  const { mentor, mentee, slotId } = await sessionNow(app)
  const meera = await newPerson()
  const arun = await newPerson()
  await openRoom(meera, 'mentor', mentor, slotId)
  await expect(meera.getByLabel('Your own picture')).toBeVisible()
  const found = await violationsAnywhere(meera, 'lobby')
  await joinRoom(meera)
  found.push(...(await violationsAnywhere(meera, 'waiting')))
  await openRoom(arun, 'mentee', mentee, slotId)
  await joinRoom(arun)
  await expectMoving(meera, 'Arun')
  found.push(...(await violationsAnywhere(meera, 'call')))
  await meera.getByRole('button', { name: 'Chat' }).click()
  found.push(...(await violationsAnywhere(meera, 'chat')))
  await meera.getByRole('button', { name: 'Notes' }).click()
  found.push(...(await violationsAnywhere(meera, 'notes')))
  expect(found).toEqual([])
})
