import { afterEach, expect, it, vi } from 'vitest'
import { openTrack, permissionHint, problemOf } from './devices.ts'

afterEach(() => void vi.unstubAllGlobals())

/** A machine with one camera, "large", that anybody gets who does not insist on another. */
function machineWith(...ids: string[]) {
  const asked: unknown[] = []
  const getUserMedia = async ({ video }: { video: { deviceId?: { exact: string } } }) => {
    const wanted = video.deviceId?.exact
    asked.push(wanted)
    if (wanted && !ids.includes(wanted)) throw new DOMException('', 'OverconstrainedError')
    return { getTracks: () => [wanted ?? ids[0]] }
  }
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia } })
  return asked
}

it('opens the camera that was chosen, though another would be larger', async () => {
  machineWith('large', 'small')
  expect(await openTrack('video', 'small')).toBe('small')
})

it('opens any when the remembered one is not there', async () => {
  const asked = machineWith('large')
  expect(await openTrack('video', 'gone')).toBe('large')
  expect(asked).toEqual(['gone', undefined])
})

it('tells refused, busy and missing apart', async () => {
  const of = (name: string) => problemOf(new DOMException('', name))
  expect(['NotAllowedError', 'NotReadableError', 'NotFoundError'].map(of)).toEqual([
    'refused',
    'busy',
    'missing',
  ])
  vi.stubGlobal('navigator', {})
  await expect(openTrack('audio')).rejects.toSatisfy((error) => problemOf(error) === 'missing')
})

it('says how a refusal is taken back in this very browser', () => {
  const hints = [
    'Mozilla/5.0 (X11; Linux) Gecko/20100101 Firefox/140.0',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1',
    'Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Macintosh) Version/18.0 Safari/605.1.15',
    'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36',
  ].map(permissionHint)
  expect(new Set(hints).size).toBe(hints.length)
})
