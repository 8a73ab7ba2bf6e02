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

/** Own camera, microphone and screen. A missing or refused device is a state, never a failure. */
export function createLocalMedia() {
  let state: LocalMediaState = {
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
  }
  let isClosed = false
  const listeners = new Set<() => void>()
  const become = (change: Partial<LocalMediaState>) => {
    state = { ...state, ...change }
    for (const listener of listeners) listener()
  }

  async function openCamera() {
    const old = state.camera
    try {
      const camera = await openTrack('video', state.choice.cameraId)
      if (isClosed) return camera.stop()
      old?.stop()
      camera.onended = () => become({ camera: null, cameraProblem: 'missing', isCameraOff: true })
      become({ camera, cameraProblem: null, isCameraOff: false })
    } catch (error) {
      if (!isClosed) become({ cameraProblem: problemOf(error), isCameraOff: true })
    }
  }

  async function openMicrophone() {
    const old = state.audio
    try {
      const audio = await openTrack('audio', state.choice.microphoneId)
      if (isClosed) return audio.stop()
      old?.stop()
      audio.enabled = !state.isMuted
      audio.onended = () => {
        become({ audio: null, microphoneProblem: 'missing' })
        // Unplugged: the voice goes on by another one, if there is any.
        void openMicrophone().then(refreshDevices)
      }
      become({ audio, microphoneProblem: null })
    } catch (error) {
      if (!isClosed) become({ microphoneProblem: problemOf(error) })
    }
  }

  const refreshDevices = async () => {
    const devices = await listDevices()
    if (!isClosed) become({ devices })
  }

  const openMissing = async (isTried: (problem: DeviceProblem) => boolean) => {
    const { microphoneProblem, cameraProblem } = state
    if (microphoneProblem && isTried(microphoneProblem)) await openMicrophone()
    if (cameraProblem && isTried(cameraProblem)) await openCamera()
    await refreshDevices()
  }
  /** What was not there may have been plugged in. */
  const onDeviceChange = () => void openMissing((problem) => problem === 'missing')

  function stopSharing() {
    state.screen?.stop()
    state.screenAudio?.stop()
    become({ screen: null, screenAudio: null })
  }

  return {
    snapshot: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },

    /** Asks for each device by itself, so that one that is refused does not take the other with it. */
    async open() {
      navigator.mediaDevices?.addEventListener?.('devicechange', onDeviceChange)
      await openMicrophone()
      if (!state.isCameraOff) await openCamera()
      await refreshDevices()
      if (!isClosed) become({ isReady: true })
    },

    /** Asks again for what was refused, busy or not there. */
    tryAgain: () => openMissing(() => true),

    async setMuted(isMuted: boolean) {
      if (state.audio) state.audio.enabled = !isMuted
      become({ isMuted })
      if (!isMuted && !state.audio) await openMicrophone().then(refreshDevices)
    },

    async setCameraOff(isCameraOff: boolean) {
      if (!isCameraOff) return openCamera().then(refreshDevices)
      // The camera's light goes out.
      state.camera?.stop()
      become({ camera: null, isCameraOff: true })
    },

    async choose(choice: DeviceChoice) {
      become({ choice: { ...state.choice, ...choice } })
      rememberChoice(state.choice)
      if (choice.cameraId && !state.isCameraOff) await openCamera()
      if (choice.microphoneId) await openMicrophone()
    },

    /** @returns false when the person or the browser said no */
    async share(): Promise<boolean> {
      try {
        const shared = await navigator.mediaDevices.getDisplayMedia({ video: true, audio: true })
        const screen = shared.getVideoTracks()[0] ?? null
        if (screen) screen.onended = stopSharing
        become({ screen, screenAudio: shared.getAudioTracks()[0] ?? null })
        return screen !== null
      } catch {
        return false
      }
    },
    stopSharing,

    close() {
      isClosed = true
      navigator.mediaDevices?.removeEventListener?.('devicechange', onDeviceChange)
      for (const track of [state.audio, state.camera, state.screen, state.screenAudio]) track?.stop()
      listeners.clear()
    },
  }
}
export type LocalMedia = ReturnType<typeof createLocalMedia>
