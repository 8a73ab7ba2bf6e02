import { chromium, type Page } from '@playwright/test'
import { startAppServer } from '../e2e/support/app-server.ts'
import { wholeChromiumLaunch, withFakeDevices } from '../e2e/support/chromium.ts'
import { joinRoom, openRoom, sessionNow } from '../e2e/support/live.ts'
import { report } from './lib/report.ts'
import { inMs, type Timing, timingOf } from './lib/rounds.ts'

// How long it takes from the second person's entering until both see the other move: the product, and
// in the same browser two pages that know each other already and signal in memory.

const rounds = 25
const goalMs = 1500
/** The first rounds load code and warm the encoders up. */
const warmUps = 2

const app = await startAppServer({ database: 'server' })
const browser = await chromium.launch(wholeChromiumLaunch(withFakeDevices))
/** tsx wraps named functions in a helper that the pages do not have. */
const newContext = async () => {
  const context = await browser.newContext({ baseURL: app.url })
  await context.addInitScript('globalThis.__name = (given) => given')
  return context
}
try {
  const inApp = await productRounds()
  const inMemory = await memoryRounds()
  const row = (name: string, { p50, p95, max }: Timing) => [name, inMs(p50), inMs(p95), inMs(max)]
  report({
    title: 'Both in the live room → pictures moving on both sides',
    command: 'npx tsx bench/live.bench.ts',
    columns: ['what', 'median', 'p95', 'slowest'],
    rows: [row('The product', inApp), row('Two pages that signal in memory', inMemory)],
    notes: [
      `${rounds} rounds each after ${warmUps} to warm up, one Chromium with a made-up camera of 1280 × 720, server and database on the same machine. From the press of "Join session" by the second person (in memory: from the first line of signalling) until a second frame was shown on both sides. Goal: p95 ≤ ${goalMs} ms, ${inApp.p95 <= goalMs ? 'met' : '**not met**'}.`,
    ],
  })
} finally {
  await browser.close()
  await app.dispose()
}

async function productRounds(): Promise<Timing> {
  const { mentor, mentee, slotId } = await sessionNow(app)
  const newPage = async () => (await newContext()).newPage()
  const [meera, arun] = [await newPage(), await newPage()]
  await openRoom(meera, 'mentor', mentor, slotId)
  await joinRoom(meera)
  await openRoom(arun, 'mentee', mentee, slotId)
  const durations: number[] = []
  for (let round = -warmUps; round < rounds; round++) {
    await arun.getByLabel('Your own picture').waitFor()
    await arun.getByText('Meera is in the room').waitFor()
    const movedAt = Promise.all([momentOfMotion(meera, 'Arun'), momentOfMotion(arun, 'Meera')])
    const pressedAt = await arun.getByRole('button', { name: 'Join session' }).evaluate((button) => {
      ;(button as HTMLButtonElement).click()
      return Date.now()
    })
    const ms = Math.max(...(await movedAt)) - pressedAt
    if (round >= 0) durations.push(ms)
    await arun.getByRole('button', { name: 'Leave' }).click()
    await meera.getByText('Arun has left. You can wait here.').waitFor()
    await arun.getByRole('button', { name: 'Back to the session' }).click()
  }
  await meera.context().close()
  await arun.context().close()
  return timingOf(durations)
}

/** When, by this machine's clock, the other's picture has shown its second frame; asked for beforehand. */
function momentOfMotion(page: Page, firstName: string): Promise<number> {
  return page.evaluate(
    (label) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const video = document.querySelector<HTMLVideoElement>(`video[aria-label="${label}"]`)
          if (video && video.getVideoPlaybackQuality().totalVideoFrames >= 2) resolve(Date.now())
          else setTimeout(look, 5)
        }
        look()
      }),
    `Picture of ${firstName}`,
  )
}

async function memoryRounds(): Promise<Timing> {
  const context = await newContext()
  const [caller, callee] = [await context.newPage(), await context.newPage()]
  for (const page of [caller, callee]) {
    await page.goto('/robots.txt')
    await page.evaluate(openCamera)
  }
  const durations: number[] = []
  for (let round = -warmUps; round < rounds; round++) {
    for (const page of [caller, callee]) await page.evaluate(prepare, `round ${round}`)
    const begunAt = await caller.evaluate(begin)
    const movedAt = await Promise.all([caller, callee].map((page) => page.evaluate(movedIn)))
    if (round >= 0) durations.push(Math.max(...movedAt) - begunAt)
    for (const page of [caller, callee]) await page.evaluate(end)
  }
  await context.close()
  return timingOf(durations)
}

// What follows runs in the pages, each function by itself.
type Meeting = {
  camera: MediaStream
  pc: RTCPeerConnection
  video: HTMLVideoElement
  channel: BroadcastChannel
}
type Held = typeof globalThis & { held: Meeting }

async function openCamera() {
  const camera = await navigator.mediaDevices.getUserMedia({
    audio: true,
    video: { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } },
  })
  ;(globalThis as Held).held = { camera } as Meeting
}

function prepare(name: string) {
  const { held } = globalThis as Held
  const pc = new RTCPeerConnection({ bundlePolicy: 'max-bundle' })
  const channel = new BroadcastChannel(name)
  const video = document.createElement('video')
  video.muted = true
  document.documentElement.append(video)
  const remote = new MediaStream()
  video.srcObject = remote
  pc.ontrack = ({ track }) => {
    remote.addTrack(track)
    void video.play()
  }
  for (const track of held.camera.getTracks()) pc.addTrack(track)
  pc.onicecandidate = ({ candidate }) => candidate && channel.postMessage({ candidate: candidate.toJSON() })
  type Signal = { description?: RTCSessionDescriptionInit; candidate?: RTCIceCandidateInit }
  const apply = async ({ description, candidate }: Signal) => {
    if (candidate) return pc.addIceCandidate(candidate)
    if (!description) return
    await pc.setRemoteDescription(description)
    if (description.type !== 'offer') return
    await pc.setLocalDescription()
    channel.postMessage({ description: pc.localDescription!.toJSON() })
  }
  // One after the other, and descriptions always come before their candidates.
  let chain = Promise.resolve()
  channel.onmessage = ({ data }) => {
    chain = chain.then(() => apply(data as Signal))
  }
  Object.assign(held, { pc, video, channel })
}

async function begin(): Promise<number> {
  const { pc, channel } = (globalThis as Held).held
  const begunAt = Date.now()
  await pc.setLocalDescription()
  channel.postMessage({ description: pc.localDescription!.toJSON() })
  return begunAt
}

function movedIn(): Promise<number> {
  return new Promise<number>((resolve) => {
    const { video } = (globalThis as Held).held
    const look = () => {
      if (video.getVideoPlaybackQuality().totalVideoFrames >= 2) resolve(Date.now())
      else setTimeout(look, 5)
    }
    look()
  })
}

function end() {
  const { pc, video, channel } = (globalThis as Held).held
  pc.close()
  channel.close()
  video.remove()
}
