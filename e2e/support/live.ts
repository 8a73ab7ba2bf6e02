import { api } from '@marga/contract/api'
import type { MemberRole } from '@marga/contract/roles'
import type { Page } from '@playwright/test'
import type { AppServer } from './app-server.ts'
import { must } from './client.ts'
import { expect } from './journey.ts'
import { makeMentee, makeMentor, type Somebody, subscribe } from './people.ts'

const minuteMs = 60_000

/** Two people whose session starts in a few minutes: its room is open now. */
export async function sessionNow(app: AppServer, minutesAhead = 4) {
  const mentor = await makeMentor(app, 'Meera')
  const mentee = await makeMentee(app, 'Arun')
  await subscribe(app, mentee, mentor)
  const start = new Date(Date.now() + minutesAhead * minuteMs)
  const slotDetails = {
    start: start.toISOString(),
    end: new Date(start.getTime() + 30 * minuteMs).toISOString(),
  }
  const { data: slot } = await must(
    app.url,
    api.slots.publish,
    { body: { slotDetails, mentorId: mentor.id } },
    mentor,
  )
  await must(app.url, api.slots.book, { body: { slotId: slot._id, values: { menteeId: mentee.id } } }, mentee)
  return { mentor, mentee, slotId: slot._id }
}

const storedLogin = {
  mentee: ({ id, token }: Somebody) => ({
    menteeAuth: {
      menteeId: id,
      menteeName: 'Arun',
      profileImageUrl: null,
      accessToken: token,
      refreshToken: 'x',
      isMenteeAuthenticated: true,
    },
  }),
  mentor: ({ id, token }: Somebody) => ({
    mentorAuth: {
      mentorId: id,
      mentorName: 'Meera',
      profileImageUrl: null,
      accessToken: token,
      refreshToken: 'x',
      isMentorAuthenticated: true,
    },
  }),
}

/** Opens the room's address as somebody who is signed in already. */
export async function openRoom(page: Page, role: MemberRole, person: Somebody, slotId: string) {
  const [[key, login] = []] = Object.entries(storedLogin[role](person))
  await page.addInitScript(
    ([name, value]) => localStorage.setItem(name!, value!),
    [key!, JSON.stringify(login)],
  )
  await page.goto(`/${role}s/connect/live/${slotId}`)
}

export async function joinRoom(page: Page) {
  await page.getByRole('button', { name: 'Join session' }).click()
  await expect(page.getByRole('toolbar', { name: 'Call' })).toBeVisible()
}

/** Frames of the other's picture that this page has shown. */
export const framesOf = (page: Page, firstName: string): Promise<number> =>
  page
    .getByLabel(`Picture of ${firstName}`)
    .evaluate((video: HTMLVideoElement) => video.getVideoPlaybackQuality().totalVideoFrames)
    .catch(() => 0)

/** Waits until the other's picture moves, and says how long that took. */
export async function expectMoving(page: Page, firstName: string): Promise<number> {
  const begun = Date.now()
  let before = await framesOf(page, firstName)
  await expect
    .poll(
      async () => {
        const now = await framesOf(page, firstName)
        const risen = now - before
        before = now
        return risen
      },
      { intervals: [250] },
    )
    .toBeGreaterThan(1)
  return Date.now() - begun
}

/** How many frames more arrive within a second. */
export async function framesInASecond(page: Page, firstName: string): Promise<number> {
  const before = await framesOf(page, firstName)
  await page.waitForTimeout(1000)
  return (await framesOf(page, firstName)) - before
}

/** The loudest moment, 0 to 1, of the other's sound as it arrives here within a second and a half. */
export const loudnessOf = (page: Page, firstName: string): Promise<number> =>
  page.getByLabel(`Picture of ${firstName}`).evaluate(async (video: HTMLVideoElement) => {
    const [voice] = (video.srcObject as MediaStream | null)?.getAudioTracks() ?? []
    // Not there yet: whoever waits for it asks again.
    if (!voice) return 0
    const context = new AudioContext()
    const analyser = context.createAnalyser()
    context.createMediaStreamSource(new MediaStream([voice])).connect(analyser)
    const samples = new Float32Array(analyser.fftSize)
    let loudest = 0
    const until = performance.now() + 1500
    while (performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, 20))
      analyser.getFloatTimeDomainData(samples)
      loudest = Math.max(loudest, ...samples.map(Math.abs))
    }
    await context.close()
    return loudest
  })

/** How many of the other's sounds arrive: the voice, and what the shared screen plays. */
export const soundsOf = (page: Page, firstName: string): Promise<number> =>
  page
    .getByLabel(`Picture of ${firstName}`)
    .evaluate(
      (video: HTMLVideoElement) =>
        (video.srcObject as MediaStream | null)?.getAudioTracks().filter(({ muted }) => !muted).length ?? 0,
    )

/** Red, green and blue, 0 to 255, of the middle of the picture as it arrives. */
export const colourOf = (page: Page, firstName: string): Promise<number[]> =>
  page.getByLabel(`Picture of ${firstName}`).evaluate((video: HTMLVideoElement) => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 3
    const drawing = canvas.getContext('2d')!
    drawing.drawImage(video, 0, 0, 3, 3)
    return [...drawing.getImageData(1, 1, 1, 1).data].slice(0, 3)
  })

/** The other's picture as it is seen, in few points. */
const lookAt = (page: Page, firstName: string): Promise<string> =>
  page.getByLabel(`Picture of ${firstName}`).evaluate((video: HTMLVideoElement) => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 32
    const drawing = canvas.getContext('2d')!
    drawing.drawImage(video, 0, 0, 32, 32)
    return drawing.getImageData(0, 0, 32, 32).data.join()
  })

/** The same as `expectMoving` by what is seen: not every engine counts the frames of a call. */
export async function expectSeenMoving(page: Page, firstName: string): Promise<void> {
  const seen = new Set<string>()
  await expect
    .poll(async () => seen.add(await lookAt(page, firstName)).size, { intervals: [250] })
    .toBeGreaterThan(3)
}
