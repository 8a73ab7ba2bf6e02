import {
  type DeviceChoice,
  type DeviceProblem,
  type Devices,
  listDevices,
  noDevices,
  openTrack,
  problemOf,
  readChoice,
  rememberChoice,
} from './devices.ts'

export type LocalMediaState = {
  /** Both devices have been asked for. */
  isReady: boolean
  audio: MediaStreamTrack | null
  camera: MediaStreamTrack | null
  screen: MediaStreamTrack | null
  screenAudio: MediaStreamTrack | null
  isMuted: boolean
  isCameraOff: boolean
  cameraProblem: DeviceProblem | null
  microphoneProblem: DeviceProblem | null
  devices: Devices
  choice: DeviceChoice
}

export const canShareScreen = () => typeof navigator.mediaDevices?.getDisplayMedia === 'function'

/** Of a device that is wanted and cannot be had, or not any more. */
export type OnDeviceFailure = (device: 'camera' | 'microphone', problem: DeviceProblem) => void

/** What is open at the moment, and who hears when that changes. */
type OpenMedia = {
  readonly onFailure: OnDeviceFailure
  state: LocalMediaState
  isClosed: boolean
  /** The number of the last wish for each device, to have it or not. */
  readonly wishes: Record<'camera' | 'microphone', number>
  readonly listeners: Set<() => void>
}

const beginning = (): LocalMediaState => ({
  isReady: false,
  audio: null,
  camera: null,
  screen: null,
  screenAudio: null,
  isMuted: false,
  isCameraOff: false,
  cameraProblem: null,
  microphoneProblem: null,
  devices: noDevices,
  choice: readChoice(),
})

/** Own camera, microphone and screen. A missing or refused device is a state, never a failure. */
export function createLocalMedia(onFailure: OnDeviceFailure) {
  const media: OpenMedia = {
    onFailure,
    state: beginning(),
    isClosed: false,
    wishes: { camera: 0, microphone: 0 },
    listeners: new Set(),
  }
  /** What was not there may have been plugged in. */
  const onDeviceChange = () => void openMissing(media, (problem) => problem === 'missing')
  return {
    snapshot: () => media.state,
    subscribe(listener: () => void) {
      media.listeners.add(listener)
      return () => void media.listeners.delete(listener)
    },
    open() {
      navigator.mediaDevices?.addEventListener?.('devicechange', onDeviceChange)
      return openBoth(media)
    },
    /** Asks again for what was refused, busy or not there. */
    tryAgain: () => openMissing(media, () => true),
    setMuted: (isMuted: boolean) => setMuted(media, isMuted),
    setCameraOff: (isCameraOff: boolean) => setCameraOff(media, isCameraOff),
    choose: (choice: DeviceChoice) => choose(media, choice),
    /** @returns false when the person or the browser said no, and is there to be told */
    share: () => share(media),
    stopSharing: () => stopSharing(media),
    close() {
      media.isClosed = true
      navigator.mediaDevices?.removeEventListener?.('devicechange', onDeviceChange)
      const { audio, camera, screen, screenAudio } = media.state
      for (const track of [audio, camera, screen, screenAudio]) track?.stop()
      media.listeners.clear()
    },
  }
}
export type LocalMedia = ReturnType<typeof createLocalMedia>

function become(media: OpenMedia, change: Partial<LocalMediaState>) {
  media.state = { ...media.state, ...change }
  for (const listener of media.listeners) listener()
}

/** Asks for each device by itself, so that one that is refused does not take the other with it. */
async function openBoth(media: OpenMedia) {
  await openMicrophone(media)
  if (!media.state.isCameraOff) await openCamera(media)
  await refreshDevices(media)
  if (!media.isClosed) become(media, { isReady: true })
}

/**
 * A device takes seconds to open, and the person may press again meanwhile, or something be plugged in: a track that
 * comes for an earlier wish would be held by nobody, and its light stay on.
 * @returns whether this still is the last wish
 */
function wish(media: OpenMedia, device: keyof OpenMedia['wishes']): () => boolean {
  media.wishes[device] += 1
  const own = media.wishes[device]
  return () => !media.isClosed && media.wishes[device] === own
}

async function openCamera(media: OpenMedia) {
  if (media.isClosed) return
  const isWanted = wish(media, 'camera')
  try {
    const camera = await openTrack('video', media.state.choice.cameraId)
    if (!isWanted()) return camera.stop()
    media.state.camera?.stop()
    camera.onended = () => {
      if (media.state.camera !== camera) return
      become(media, { camera: null, cameraProblem: 'missing', isCameraOff: true })
      media.onFailure('camera', 'missing')
    }
    become(media, { camera, cameraProblem: null, isCameraOff: false })
  } catch (error) {
    if (!isWanted()) return
    // The other one that was wanted cannot be had: the page says that the camera is off, and so it is.
    media.state.camera?.stop()
    const cameraProblem = problemOf(error)
    become(media, { camera: null, cameraProblem, isCameraOff: true })
    media.onFailure('camera', cameraProblem)
  }
}

async function openMicrophone(media: OpenMedia) {
  if (media.isClosed) return
  const isWanted = wish(media, 'microphone')
  try {
    const audio = await openTrack('audio', media.state.choice.microphoneId)
    if (!isWanted()) return audio.stop()
    media.state.audio?.stop()
    audio.enabled = !media.state.isMuted
    audio.onended = () => {
      if (media.state.audio !== audio) return
      become(media, { audio: null, microphoneProblem: 'missing' })
      // Unplugged: the voice goes on by another one, if there is any.
      void openMicrophone(media).then(() => refreshDevices(media))
    }
    become(media, { audio, microphoneProblem: null })
  } catch (error) {
    if (!isWanted()) return
    // As with the camera: nobody is heard by a microphone of which the page says that it cannot be used.
    media.state.audio?.stop()
    const microphoneProblem = problemOf(error)
    become(media, { audio: null, microphoneProblem })
    media.onFailure('microphone', microphoneProblem)
  }
}

async function openMissing(media: OpenMedia, isTried: (problem: DeviceProblem) => boolean) {
  const { microphoneProblem, cameraProblem } = media.state
  if (microphoneProblem && isTried(microphoneProblem)) await openMicrophone(media)
  if (cameraProblem && isTried(cameraProblem)) await openCamera(media)
  await refreshDevices(media)
}

async function refreshDevices(media: OpenMedia) {
  const devices = await listDevices()
  if (!media.isClosed) become(media, { devices })
}

async function setMuted(media: OpenMedia, isMuted: boolean) {
  if (media.state.audio) media.state.audio.enabled = !isMuted
  become(media, { isMuted })
  if (!isMuted && !media.state.audio) await openMicrophone(media).then(() => refreshDevices(media))
}

async function setCameraOff(media: OpenMedia, isCameraOff: boolean) {
  if (!isCameraOff) return openCamera(media).then(() => refreshDevices(media))
  // The camera's light goes out, that of one which is still being opened, too.
  wish(media, 'camera')
  media.state.camera?.stop()
  become(media, { camera: null, isCameraOff: true })
}

async function choose(media: OpenMedia, choice: DeviceChoice) {
  become(media, { choice: { ...media.state.choice, ...choice } })
  rememberChoice(media.state.choice)
  // It is off as well where the one before could not be had; then this one is wanted in its place.
  const { isCameraOff, cameraProblem } = media.state
  if (choice.cameraId && (!isCameraOff || cameraProblem)) await openCamera(media)
  if (choice.microphoneId) await openMicrophone(media)
}

async function share(media: OpenMedia): Promise<boolean> {
  try {
    const shared = await navigator.mediaDevices.getDisplayMedia({ video: true, audio: true })
    // The picker may outlast the call.
    if (media.isClosed) {
      for (const track of shared.getTracks()) track.stop()
      return true
    }
    stopScreen(media)
    const screen = shared.getVideoTracks()[0] ?? null
    if (screen)
      screen.onended = () => {
        if (media.state.screen === screen) stopSharing(media)
      }
    become(media, { screen, screenAudio: shared.getAudioTracks()[0] ?? null })
    return screen !== null
  } catch {
    return false
  }
}

function stopScreen({ state: { screen, screenAudio } }: OpenMedia) {
  screen?.stop()
  screenAudio?.stop()
}

function stopSharing(media: OpenMedia) {
  stopScreen(media)
  become(media, { screen: null, screenAudio: null })
}
