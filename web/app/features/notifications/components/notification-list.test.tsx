import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { queryClient } from '../../../lib/query-client.ts'
import { renderInArea } from '../../../testing/area-stub.tsx'
import { fakeConnection } from '../../../testing/fake-connection.ts'
import { fakeServer } from '../../../testing/fake-server.ts'
import { menteeLogin } from '../../../testing/logins.ts'
import { allKey } from '../all-notifications.ts'
import { NotificationList } from './notification-list.tsx'

afterEach(() => void vi.unstubAllGlobals())

/** The list, from a server that has what `held` holds at the time. @param late which reading is answered by `answerLate` */
function openList(held: { contents: string[] }, { late = 0 } = {}) {
  let answerLate = () => {}
  const isDue = new Promise<void>((resolve) => {
    answerLate = resolve
  })
  let readings = 0
  fakeServer(async ({ method, url }) => {
    if (method === 'DELETE') held.contents = held.contents.filter((each) => !url.endsWith(each))
    const notifications = held.contents.map((content) => ({
      _id: content,
      type: 'alert',
      content,
      isRead: true,
      createdAt: '2026-11-21T04:00:00.000Z',
      conversationId: null,
      link: null,
    }))
    if (method === 'GET' && ++readings === late) await isDue
    return { status: 200, body: { notifications, isRead: true, nextCursor: null } }
  })
  const owner = { role: 'mentee', userId: menteeLogin.userId } as const
  renderInArea(<NotificationList owner={owner} conversationHref={(id) => `/inbox/${id}`} />)
  return { answerLate }
}

it('asks again after a gap of the connection', async () => {
  const { become } = fakeConnection('mentee')
  const held = { contents: ['First'] }
  openList(held)
  await screen.findByText('First')
  await become('connected')
  held.contents = ['Second', 'First']
  await become('connecting')
  await become('connected')
  expect(await screen.findByText('Second')).toBeTruthy()
})

it('gives the focus to what comes into the place of one that is removed by key', async () => {
  openList({ contents: ['First', 'Second', 'Third'] })
  const remove = async (content: string) => {
    const button = await screen.findByRole('button', { name: `Remove: ${content}` })
    button.focus()
    await userEvent.keyboard('{Enter}')
  }
  const focused = () => document.activeElement
  await remove('Second')
  await waitFor(() => expect(focused()?.tagName).toBe('LI'))
  expect(focused()?.textContent).toContain('Third')
  await remove('Third')
  await waitFor(() => expect(focused()?.tagName).toBe('LI'))
  expect(focused()?.textContent).toContain('First')
  await remove('First')
  await screen.findByText('No new notifications')
  await waitFor(() => expect(focused()).not.toBe(document.body))
})

it('does not bring back what was removed while the list was asked for again', async () => {
  const held = { contents: ['First', 'Second'] }
  const { answerLate } = openList(held, { late: 2 })
  await screen.findByText('First')
  // Of a notice that came; it is answered last, by what there was when it was asked.
  void queryClient.invalidateQueries({ queryKey: allKey('mentee') })
  await userEvent.click(screen.getByRole('button', { name: 'Remove: First' }))
  await waitFor(() => expect(held.contents).toEqual(['Second']))
  await waitFor(() => expect(queryClient.isMutating()).toBe(0))
  answerLate()
  await waitFor(() => expect(queryClient.isFetching()).toBe(0))
  expect(screen.queryByText('First')).toBeNull()
  expect(screen.getByText('Second')).toBeTruthy()
})

it('asks again once the last of several is removed, for what another device has done since', async () => {
  const held = { contents: ['First', 'Second', 'Third', 'Fourth'] }
  openList(held)
  await screen.findByText('First')
  held.contents = ['First', 'Second', 'Third']
  for (const name of ['Remove: First', 'Remove: Second'])
    fireEvent.click(screen.getByRole('button', { name }))
  await waitFor(() => expect(screen.queryByText('Fourth')).toBeNull())
  expect(screen.getByText('Third')).toBeTruthy()
})
