import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderInArea } from '../../../testing/area-stub.tsx'
import { fakeServer } from '../../../testing/fake-server.ts'
import { BlockedPeople } from './blocked-people.tsx'
import { LoginSessionsSection } from './login-sessions-section.tsx'

afterEach(() => void vi.unstubAllGlobals())

const person = (name: string) => ({ _id: name, firstName: name, lastName: 'Rao', profileImageUrl: null })
const session = (_id: string, isCurrent: boolean) => ({
  _id,
  device: `${_id} browser`,
  createdAt: '2026-11-20T04:00:00.000Z',
  lastSeenAt: '2026-11-21T04:00:00.000Z',
  isCurrent,
})
/** Where the next Tab goes on from. */
const focused = () => (document.activeElement === document.body ? 'the top of the page' : 'the list')

it('goes on at the blocked people when one of them is no longer', async () => {
  let people = [person('Asha'), person('Kiran')]
  fakeServer(({ method }) => {
    if (method !== 'GET') people = people.slice(1)
    return { status: 200, body: { people } }
  })
  renderInArea(<BlockedPeople of="mentee" known={{ people: [], isLoading: false, failure: null }} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Unblock Asha Rao' }))
  await expect.poll(() => screen.queryByRole('button', { name: 'Unblock Asha Rao' })).toBeNull()
  await expect.poll(focused).toBe('the list')
})

it('goes on at the devices when one of them is signed out', async () => {
  let sessions = [session('here', true), session('there', false)]
  fakeServer(({ method }) => {
    if (method !== 'GET') sessions = sessions.slice(0, 1)
    return { status: 200, body: method === 'GET' ? { sessions } : { message: 'done' } }
  })
  renderInArea(<LoginSessionsSection of="mentee" />)
  await userEvent.click(await screen.findByRole('button', { name: /^Sign out Unknown/ }))
  await expect.poll(() => screen.queryByRole('button', { name: /^Sign out Unknown/ })).toBeNull()
  await expect.poll(focused).toBe('the list')
})
