import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createLocalMedia, type LocalMedia } from './local-media.ts'

type Kind = 'audio' | 'video'
/** A camera, microphone or screen that was opened; its light is on until it is stopped. */
class FakeTrack {
  isOn = true
  enabled = true
  onended: (() => void) | null = null
  readonly kind: Kind
  constructor(kind: Kind) {
    this.kind = kind
    opened.push(this)
  }
  stop() {
    this.isOn = false
  }
}
const streamOf = (...tracks: FakeTrack[]) => ({
  getTracks: () => tracks,
  getVideoTracks: () => tracks.filter(({ kind }) => kind === 'video'),
  getAudioTracks: () => tracks.filter(({ kind }) => kind === 'audio'),
})

let opened: FakeTrack[]
/** What was asked for and waits: a device that takes its time, or a person before a picker. */
let asked: { kind: Kind; give: () => void; refuse: (name: string) => void }[]
let media: LocalMedia
/** What was said of devices that could not be had. */
let failures: unknown[]
let plugIn: () => void

beforeEach(() => {
  opened = []
  asked = []
  const wait = (kind: Kind, make: () => object) =>
    new Promise((resolve, reject) =>
      asked.push({
        kind,
        give: () => resolve(make()),
        refuse: (name) => reject(new DOMException('', name)),
      }),
    )
  vi.stubGlobal('navigator', {
    mediaDevices: {
      getUserMedia: (wanted: Partial<Record<Kind, object>>) => {
        const kind = wanted.video ? 'video' : 'audio'
        return wait(kind, () => streamOf(new FakeTrack(kind)))
      },
      getDisplayMedia: () => wait('video', () => streamOf(new FakeTrack('video'), new FakeTrack('audio'))),
      enumerateDevices: async () => [],
      addEventListener: (_: string, listener: () => void) => {
        plugIn = listener
      },
      removeEventListener: () => {},
    },
  })
  failures = []
  media = createLocalMedia((...failure) => failures.push(failure))
})
afterEach(() => {
  media.close()
  vi.unstubAllGlobals()
})

const settled = () => new Promise((resolve) => setTimeout(resolve))
/** The next device that was asked for is there. */
async function give() {
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0))
  asked.shift()!.give()
  await settled()
}
const lights = (kind: Kind) => opened.filter((track) => track.kind === kind && track.isOn)

it('keeps the camera off that was turned off while it was being opened', async () => {
  const opening = media.open()
  await give()
  await vi.waitFor(() => expect(asked).toMatchObject([{ kind: 'video' }]))
  await media.setCameraOff(true)
  await give()
  await opening
  expect(media.snapshot()).toMatchObject({ camera: null, isCameraOff: true, isReady: true })
  expect(lights('video')).toEqual([])
})

it('says nothing of a camera that failed after it was turned off', async () => {
  const turningOn = media.setCameraOff(false)
  await media.setCameraOff(true)
  asked.shift()!.refuse('NotReadableError')
  await turningOn
  expect(media.snapshot()).toMatchObject({ cameraProblem: null, isCameraOff: true })
})

it.each(['first', 'second'])(
  'holds one camera when it is turned on twice at once and the %s comes first',
  async (which) => {
    const both = [media.setCameraOff(false), media.setCameraOff(false)]
    if (which === 'second') asked.reverse()
    await give()
    await give()
    await Promise.all(both)
    expect(lights('video')).toEqual([media.snapshot().camera])
    media.close()
    expect(lights('video')).toEqual([])
  },
)

it('holds one microphone when a headset is unplugged, of which the browser tells twice', async () => {
  const opening = media.open()
  await give()
  await give()
  await opening
  const headset = media.snapshot().audio as unknown as FakeTrack
  headset.isOn = false
  headset.onended?.()
  plugIn()
  await give()
  await give()
  await vi.waitFor(() => expect(media.snapshot()).toMatchObject({ microphoneProblem: null }))
  expect(lights('audio')).toEqual([media.snapshot().audio])
  expect(lights('audio')).not.toContain(headset)
  media.close()
  expect(lights('audio')).toEqual([])
})

it('says which camera could not be had, and opens another that is chosen in its place', async () => {
  const opening = media.open()
  await give()
  await give()
  await opening
  const busy = media.choose({ cameraId: 'busy' })
  await vi.waitFor(() => expect(asked).toMatchObject([{ kind: 'video' }]))
  asked.shift()!.refuse('NotReadableError')
  await busy
  expect(failures).toEqual([['camera', 'busy']])
  const other = media.choose({ cameraId: 'other' })
  await give()
  await other
  expect(media.snapshot()).toMatchObject({ isCameraOff: false, cameraProblem: null })
  expect(lights('video')).toEqual([media.snapshot().camera])
})

it('opens no camera that is chosen while it is off by choice', async () => {
  const opening = media.open()
  await give()
  await give()
  await opening
  await media.setCameraOff(true)
  await media.choose({ cameraId: 'other' })
  expect([asked, lights('video')]).toEqual([[], []])
})

it('says that the camera is gone', async () => {
  const opening = media.open()
  await give()
  await give()
  await opening
  ;(media.snapshot().camera as unknown as FakeTrack).onended?.()
  expect(failures).toEqual([['camera', 'missing']])
})

it('says that the microphone is gone where no other takes its place', async () => {
  const opening = media.open()
  await give()
  await give()
  await opening
  ;(media.snapshot().audio as unknown as FakeTrack).onended?.()
  await vi.waitFor(() => expect(asked).toMatchObject([{ kind: 'audio' }]))
  expect(failures).toEqual([])
  asked.shift()!.refuse('NotFoundError')
  await vi.waitFor(() => expect(failures).toEqual([['microphone', 'missing']]))
})

it('sends nothing of the camera before where the page says that there is none', async () => {
  const opening = media.open()
  await give()
  await give()
  await opening
  expect(lights('video')).toHaveLength(1)
  const choosing = media.choose({ cameraId: 'another' })
  await vi.waitFor(() => expect(asked).toMatchObject([{ kind: 'video' }]))
  asked.shift()!.refuse('NotReadableError')
  await choosing
  expect(media.snapshot()).toMatchObject({ camera: null, isCameraOff: true })
  expect(lights('video')).toEqual([])
})

it('sends nothing of the microphone before where the page says that there is none', async () => {
  const opening = media.open()
  await give()
  await give()
  await opening
  expect(lights('audio')).toHaveLength(1)
  const choosing = media.choose({ microphoneId: 'another' })
  await vi.waitFor(() => expect(asked).toMatchObject([{ kind: 'audio' }]))
  asked.shift()!.refuse('NotReadableError')
  await choosing
  expect(media.snapshot()).toMatchObject({ audio: null, microphoneProblem: 'busy' })
  expect(lights('audio')).toEqual([])
})

it('asks for no device once it is closed', async () => {
  const opening = media.open()
  media.close()
  await give()
  await opening
  expect(asked).toEqual([])
  expect(lights('audio')).toEqual([])
})

it('stops a screen that is chosen after the call was left', async () => {
  const sharing = media.share()
  media.close()
  await give()
  // Nobody is told, in a call that is over, that nothing is being shared.
  expect(await sharing).toBe(true)
  expect([...lights('video'), ...lights('audio')]).toEqual([])
})

it('stops the earlier screen when another one is shared', async () => {
  const first = media.share()
  await give()
  await first
  const second = media.share()
  await give()
  await second
  const { screen, screenAudio } = media.snapshot()
  expect(lights('video')).toEqual([screen])
  expect(lights('audio')).toEqual([screenAudio])
})
