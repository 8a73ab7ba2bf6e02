import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { joinLive, openLiveRoom, renderLive } from '../../../testing/live-stub.tsx'

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
