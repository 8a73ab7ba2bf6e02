import type { MemberRole } from '@marga/contract/roles'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { renderInArea } from '../../../testing/area-stub.tsx'
import { fakeServer } from '../../../testing/fake-server.ts'
import { menteeLogin } from '../../../testing/logins.ts'
import { BlockedNote } from './blocked-note.tsx'
import { PersonMenu } from './person-menu.tsx'

const mentor = {
  _id: '0198a000-0000-7000-8000-000000000002',
  firstName: 'Asha',
  lastName: 'Iyer',
  profileImageUrl: null,
}

afterEach(() => void vi.unstubAllGlobals())

/** A server that remembers who is blocked. */
function blockingServer() {
  let people: object[] = []
  return fakeServer(({ method }) => {
    if (method === 'POST') people = [mentor]
    if (method === 'DELETE') people = []
    return { status: method === 'POST' ? 201 : 200, body: { people } }
  })
}
const show = (role: MemberRole) =>
  renderInArea(
    <>
      <PersonMenu of={role} person={mentor} links={[{ href: '/tickets', label: 'Raise a Ticket' }]} />
      <BlockedNote of={role} person={mentor}>
        no subscription
      </BlockedNote>
    </>,
    { login: { ...menteeLogin, role } },
  )
const choose = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: 'More about Asha' }))
  await userEvent.click(await screen.findByRole('menuitem', { name }))
}

it.each(['mentee', 'mentor'] as const)(
  'lets a %s block the other from the conversation, after saying what that means, and undo it',
  async (role) => {
    const requests = blockingServer()
    show(role)
    expect(await screen.findByText('no subscription')).toBeTruthy()
    await choose('Block Asha')
    expect((await screen.findByRole('alertdialog')).textContent).toContain(
      'You can no longer write to or book each other. They are not told.',
    )
    await userEvent.click(screen.getByRole('button', { name: 'Block Asha' }))
    expect(await screen.findByText('You have blocked Asha. Neither of you can write or book.')).toBeTruthy()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    await choose('Unblock Asha')
    expect(await screen.findByText('no subscription')).toBeTruthy()
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      `GET /api/${role}s/blocked-people`,
      `POST /api/${role}s/blocked-people`,
      `DELETE /api/${role}s/blocked-people/${mentor._id}`,
    ])
  },
)

it('blocks nobody who is not confirmed', async () => {
  const requests = blockingServer()
  show('mentee')
  await choose('Block Asha')
  await userEvent.click(await screen.findByRole('button', { name: 'Do not block' }))
  expect(requests.filter(({ method }) => method !== 'GET')).toEqual([])
})
