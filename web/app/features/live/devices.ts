import { browserStorage } from '../../lib/browser-storage.ts'
/** Why a camera or microphone gives nothing. */
export type DeviceProblem = 'missing' | 'refused' | 'busy'
export type DeviceChoice = { cameraId?: string; microphoneId?: string; speakerId?: string }

const storageKey = 'liveDevices'

/** Whether this browser can make video calls at all: some are built, or told, not to. */
export const canCall = (): boolean => typeof RTCPeerConnection === 'function'

export function readChoice(): DeviceChoice {
  try {
    const stored: unknown = JSON.parse(browserStorage.getItem(storageKey) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as DeviceChoice) : {}
  } catch {
    return {}
  }
}

export function rememberChoice(choice: DeviceChoice): void {
  browserStorage.setItem(storageKey, JSON.stringify(choice))
}

export function problemOf(error: unknown): DeviceProblem {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'refused'
  return name === 'NotReadableError' || name === 'AbortError' ? 'busy' : 'missing'
}

/** A track of the remembered device, or of any when that one is not there. */
export async function openTrack(kind: 'audio' | 'video', deviceId?: string): Promise<MediaStreamTrack> {
  if (!navigator.mediaDevices?.getUserMedia) throw new DOMException('', 'NotFoundError')
  const wanted =
    kind === 'video'
      ? { width: { ideal: 1280 }, height: { ideal: 720 }, frameRate: { ideal: 30 } }
      : { echoCancellation: true, noiseSuppression: true, autoGainControl: true }
  const open = async (more: MediaTrackConstraints) =>
    (await navigator.mediaDevices.getUserMedia({ [kind]: { ...wanted, ...more } })).getTracks()[0]!
  if (!deviceId) return open({})
  try {
    // A mere wish would lose against another camera that is larger.
    return await open({ deviceId: { exact: deviceId } })
  } catch (error) {
    const { name } = error as { name?: string }
    if (name !== 'OverconstrainedError' && name !== 'NotFoundError') throw error
    return open({})
  }
}

export type Devices = Record<'cameras' | 'microphones' | 'speakers', { id: string; label: string }[]>
export const noDevices: Devices = { cameras: [], microphones: [], speakers: [] }

export async function listDevices(): Promise<Devices> {
  const all = (await navigator.mediaDevices?.enumerateDevices?.().catch(() => [])) ?? []
  const of = (kind: MediaDeviceKind, name: string) =>
    all
      .filter((device) => device.kind === kind && device.deviceId !== '')
      .map((device, index) => ({ id: device.deviceId, label: device.label || `${name} ${index + 1}` }))
  return {
    cameras: of('videoinput', 'Camera'),
    microphones: of('audioinput', 'Microphone'),
    speakers: of('audiooutput', 'Speaker'),
  }
}

const problemTexts: Record<DeviceProblem, string> = {
  missing: 'was not found',
  refused: 'is not allowed on this page',
  busy: 'is used by another program',
}

/** "Your camera was not found." */
export const problemText = (device: 'camera' | 'microphone', problem: DeviceProblem): string =>
  `Your ${device} ${problemTexts[problem]}.`

/** How a refused camera or microphone is allowed in this browser. */
export function permissionHint(userAgent: string): string {
  if (/Firefox\//.test(userAgent))
    return 'Click the crossed-out camera or microphone at the left of the address, remove the block, then try again.'
  if (/iPhone|iPad/.test(userAgent))
    return 'Open Settings, choose your browser, allow Camera and Microphone, then reload this page.'
  if (/Android/.test(userAgent))
    return 'Tap the icon at the left of the address, open Permissions, allow camera and microphone, then try again.'
  if (/Safari\//.test(userAgent) && !/Chrome\//.test(userAgent))
    return 'In the menu Safari choose Settings for this website, allow Camera and Microphone, then reload this page.'
  return 'Click the icon at the left of the address, allow Camera and Microphone, then try again.'
}
