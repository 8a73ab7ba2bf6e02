import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { stopAsking } from '../../../lib/unsaved.ts'
import { errorResponse, fakeServer } from '../../../testing/fake-server.ts'
import { joinLive, liveRoomOf, openLiveRoom, renderLive } from '../../../testing/live-stub.tsx'

const root = document.documentElement
const faked = ['fullscreenEnabled', 'fullscreenElement', 'exitFullscreen'] as const
afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
  for (const name of faked) Reflect.deleteProperty(document, name)
  Reflect.deleteProperty(Element.prototype, 'requestFullscreen')
})

/** jsdom knows nothing of full screen. @returns what fills it */
function fakeFullScreen(isPossible = true) {
  let filling: Element | null = null
  const define = (on: object, name: string, what: PropertyDescriptor) =>
    Object.defineProperty(on, name, { ...what, configurable: true })
  define(document, 'fullscreenEnabled', { value: isPossible })
  define(document, 'fullscreenElement', { get: () => filling })
  define(document, 'exitFullscreen', {
    value: async () => {
      filling = null
    },
  })
  define(Element.prototype, 'requestFullscreen', {
    async value(this: Element) {
      filling = this
    },
  })
  return () => filling
}

it('fills the screen with the whole page, so that dialogs and messages are seen, until the call is left', async () => {
  const filling = fakeFullScreen()
  openLiveRoom()
  renderLive()
  await joinLive()
  await userEvent.click(screen.getByRole('button', { name: 'Full screen' }))
  expect(filling()).toBe(root)
  await userEvent.click(screen.getByRole('button', { name: 'Devices' }))
  expect(filling()?.contains(await screen.findByRole('dialog'))).toBe(true)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.keyboard('f')
  expect(filling()).toBeNull()
  await userEvent.keyboard('f')
  expect(filling()).toBe(root)
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
  expect(filling()).toBeNull()
})

it('offers no full screen, and takes no key for it, where the device has none', async () => {
  const filling = fakeFullScreen(false)
  openLiveRoom()
  renderLive()
  await joinLive()
  expect(screen.queryByRole('button', { name: 'Full screen' })).toBeNull()
  await userEvent.keyboard('f')
  expect(filling()).toBeNull()
})

it('asks before a reload that would lose notes, and not once the server has them', async () => {
  // As another page of this document may have done.
  stopAsking()
  let isThere = false
  fakeServer(({ method, url, body }) => {
    if (!url.includes('live-notes')) return { status: 200, body: { room: liveRoomOf(20), iceServers: [] } }
    if (method !== 'PUT') return { status: 200, body: { text: '', version: 0, updatedAt: null } }
    if (!isThere) return errorResponse(500, 'internal')
    return { status: 200, body: { text: (body as { text: string }).text, version: 1, updatedAt: null } }
  })
  renderLive()
  await joinLive()
  await userEvent.keyboard('n')
  const notes = await screen.findByLabelText('Shared notes')
  const reload = () => window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(reload()).toBe(true)
  await userEvent.type(notes, 'Read it')
  expect(reload()).toBe(false)
  isThere = true
  await screen.findByText(/^Saved\. You can/)
  expect(reload()).toBe(true)
})
