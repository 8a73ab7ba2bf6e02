import { limits } from '@marga/contract/limits'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderInArea } from '../../testing/area-stub.tsx'
import { errorResponse, fakeServer } from '../../testing/fake-server.ts'
import { renderSite } from '../../testing/site-stub.tsx'
import { DeviceFavouriteButton } from './components/device-favourite-button.tsx'
import { OwnFavouriteButton } from './components/own-favourite-button.tsx'
import { readDeviceFavourites, toggleDeviceFavourite } from './device-favourites.ts'

afterEach(() => void vi.unstubAllGlobals())

const idOf = (n: number) => `0198a000-0000-7000-8000-${String(n).padStart(12, '0')}`
const heart = () => screen.findByRole('button', { name: 'Favourite: Asha Iyer' })
const isPressed = async () => (await heart()).getAttribute('aria-pressed')

it('are kept in the browser of a visitor, the last one first, the oldest of too many gone', async () => {
  for (let n = 1; n <= limits.favouritesMax + 1; n++) toggleDeviceFavourite(idOf(n))
  expect(readDeviceFavourites()).toHaveLength(limits.favouritesMax)
  expect(readDeviceFavourites()[0]).toBe(idOf(limits.favouritesMax + 1))
  expect(readDeviceFavourites()).not.toContain(idOf(1))
  renderSite([{ path: '/', element: <DeviceFavouriteButton mentorId={idOf(2)} name="Asha Iyer" /> }], '/')
  expect(await isPressed()).toBe('true')
  await userEvent.click(await heart())
  expect(await isPressed()).toBe('false')
  expect(readDeviceFavourites()).not.toContain(idOf(2))
})

it.each(['{', '"text"', '[1, null, "x"]'])('are none where the browser holds %s', (stored) => {
  localStorage.setItem('marga.favourites', stored)
  expect(readDeviceFavourites()).toEqual([])
})

it('move from the browser to the account once a mentee is there', async () => {
  toggleDeviceFavourite(idOf(1))
  const requests = fakeServer(() => ({ status: 200, body: { mentorIds: [idOf(1), idOf(2)] } }))
  renderInArea(<OwnFavouriteButton mentorId={idOf(2)} name="Asha Iyer" />)
  expect(await isPressed()).toBe('true')
  expect(requests.map(({ method, body }) => [method, body])).toEqual([['POST', { mentorIds: [idOf(1)] }]])
  expect(readDeviceFavourites()).toEqual([])
})

it('stay in the browser where the account could not take them', async () => {
  toggleDeviceFavourite(idOf(1))
  const requests = fakeServer(() => errorResponse(403, 'forbidden'))
  renderInArea(<OwnFavouriteButton mentorId={idOf(1)} name="Asha Iyer" />)
  await vi.waitFor(() => expect(requests.length).toBeGreaterThan(0))
  expect(readDeviceFavourites()).toEqual([idOf(1)])
})

it('change at once, and are taken back with a word where they could not be kept', async () => {
  let isRefused = false
  let mentorIds: string[] = []
  const requests = fakeServer(({ method }) => {
    if (method === 'GET') return { status: 200, body: { mentorIds } }
    if (isRefused) return errorResponse(404, 'not_found', 'Not found.')
    mentorIds = [idOf(1)]
    return { status: 200, body: { message: '' } }
  })
  renderInArea(<OwnFavouriteButton mentorId={idOf(1)} name="Asha Iyer" />)
  await userEvent.click(await heart())
  expect(await isPressed()).toBe('true')
  await vi.waitFor(() => expect(requests).toHaveLength(3))
  isRefused = true
  await userEvent.click(await heart())
  expect(await screen.findByText('Your favourites were not changed')).toBeTruthy()
  expect(await isPressed()).toBe('true')
  await vi.waitFor(() => expect(requests).toHaveLength(5))
  expect(requests.map(({ method }) => method)).toEqual(['GET', 'PUT', 'GET', 'DELETE', 'GET'])
})

it('are what was pressed last, although the first answer is late', async () => {
  let mentorIds: string[] = []
  let answerFirst = () => {}
  const isFirstDue = new Promise<void>((resolve) => {
    answerFirst = resolve
  })
  const requests = fakeServer(async ({ method }) => {
    if (method === 'PUT') await isFirstDue
    if (method !== 'GET') mentorIds = method === 'PUT' ? [idOf(1)] : []
    return { status: 200, body: method === 'GET' ? { mentorIds } : { message: '' } }
  })
  renderInArea(<OwnFavouriteButton mentorId={idOf(1)} name="Asha Iyer" />)
  await userEvent.click(await heart())
  await userEvent.click(await heart())
  expect(await isPressed()).toBe('false')
  expect(requests.map(({ method }) => method)).toEqual(['GET', 'PUT'])
  answerFirst()
  await vi.waitFor(() =>
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'PUT', 'DELETE', 'GET']),
  )
  expect(mentorIds).toEqual([])
  expect(await isPressed()).toBe('false')
})
