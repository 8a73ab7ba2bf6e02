import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { toggleDeviceFavourite } from '../../features/favourites/device-favourites.ts'
import { mentorCardOf } from '../../testing/mentor-samples.ts'
import { renderSite } from '../../testing/site-stub.tsx'
import FavouritesPage, { clientLoader } from './favourites-page.tsx'

const [asha, ravi] = ['0198a000-0000-7000-8000-0000000000a1', '0198a000-0000-7000-8000-0000000000a2'] as const
const cards = [
  mentorCardOf({ _id: asha, firstName: 'Asha', lastName: 'Iyer' }),
  mentorCardOf({ _id: ravi, firstName: 'Ravi', lastName: 'Das' }),
]
let fails: boolean
let asked = 0
beforeEach(() => {
  asked = 0
  for (const id of [ravi, asha]) toggleDeviceFavourite(id)
})

function open() {
  const path = '/browse/favourites'
  const loader = ({ request }: { request: Request }) => {
    const serverLoader = async () => {
      if (!new URL(request.url).searchParams.get('ids')) return { mentors: [] }
      asked++
      if (fails) throw new TypeError('Failed to fetch')
      return { mentors: cards }
    }
    return clientLoader({ request, serverLoader } as never)
  }
  renderSite([{ path, Component: FavouritesPage, loader }], path)
}

it('says that favourites could not be loaded, and tries again', async () => {
  fails = true
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('Could not be loaded.')
  fails = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('link', { name: 'Profile of Asha Iyer' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})

it('keeps the others when one is taken out without a line', async () => {
  fails = false
  open()
  await screen.findByRole('link', { name: 'Profile of Asha Iyer' })
  fails = true
  const before = asked
  await userEvent.click(screen.getByRole('button', { name: /Asha Iyer/ }))
  await waitFor(() => expect(asked).toBe(before + 1))
  await waitFor(() => expect(screen.getAllByRole('link', { name: /^Profile of/ })).toHaveLength(1))
  expect(screen.getByRole('link', { name: 'Profile of Ravi Das' })).toBeTruthy()
  expect(screen.queryByRole('alert')).toBeNull()
})
