import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { removeLogin } from '../../../lib/auth-storage.ts'
import { connectionOf } from '../../../lib/socket.ts'
import { fullMessageOf, messageOf } from '../../../testing/chat-samples.ts'
import { fakeConnection } from '../../../testing/fake-connection.ts'
import { errorResponse, fakeServer } from '../../../testing/fake-server.ts'
import { deliver } from '../../../testing/fake-socket.ts'
import { joinLive, liveRoomOf, openLiveRoom, renderLive, slotId } from '../../../testing/live-stub.tsx'
import { menteeLogin } from '../../../testing/logins.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

it('says "Please refresh the page..!!" when the room could not be opened', async () => {
  const requests = fakeServer(() => errorResponse(404, 'not_found'))
  renderLive()
  expect(await screen.findByText('Please refresh the page..!!')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Refresh the page' })).toBeTruthy()
  expect(screen.getByRole('alert').textContent).toMatch(/^This is not one of your sessions/)
  expect(requests[0]).toMatchObject({
    url: '/api/chats/verify-live',
    body: { userId: menteeLogin.userId, slotId },
  })
})

it('lets somebody in who has neither camera nor microphone, and says what that means', async () => {
  openLiveRoom()
  renderLive()
  expect(await screen.findByText('You can join and listen; write in the chat.')).toBeTruthy()
  await joinLive()
  expect(screen.getByText('Waiting for Asha…')).toBeTruthy()
  expect(screen.getByText(/^If Asha doesn’t come, stay for 5 minutes of the session/)).toBeTruthy()
})

it('says of somebody who was there and left that they did, and promises nothing but what holds', async () => {
  const room = liveRoomOf(20)
  const mentor = { isPresent: false, firstJoinedAt: room.start }
  const body = { room: { ...room, attendance: { ...room.attendance, mentor } }, iceServers: [] }
  fakeServer(({ url }) =>
    url.includes('live-notes')
      ? { status: 200, body: { text: '', version: 0, updatedAt: null } }
      : { status: 200, body },
  )
  renderLive()
  expect(await screen.findByText('Asha was here and has left')).toBeTruthy()
  await joinLive()
  expect(screen.getByText('Asha was here and has left. You can wait here.')).toBeTruthy()
  expect(screen.getByText('Stay for 5 minutes of the session, or it counts as missed by you.')).toBeTruthy()
  expect(screen.queryByText(/counts as missed by Asha/)).toBeNull()
})

it('shows the time that has passed and what is left, and warns five minutes before the end', async () => {
  openLiveRoom(4.5)
  renderLive()
  await joinLive()
  expect(screen.getByRole('timer').textContent).toMatch(/^25:[3-5]\d · 4:(30|[0-2]\d) left$/)
  expect(screen.getByText(/^The session ends at .*, in less than five minutes\.$/)).toBeTruthy()
})

it('tells a person who was blocked or suspended why the call is over, and whom to write to', async () => {
  openLiveRoom()
  renderLive()
  await joinLive()
  await deliver('live:ended', { slotId, reason: 'blocked', isAccountBlocked: true })
  expect(screen.getByText('Your account is blocked or suspended')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Write to us' }).getAttribute('href')).toBe('/contact')
})

it('says nothing of a blocked account to the other of the two, who only signs out', async () => {
  openLiveRoom()
  renderLive()
  await joinLive()
  await deliver('live:ended', { slotId, reason: 'blocked' })
  await act(() => removeLogin('mentee', 'signed-out'))
  expect(screen.getByText('The session has ended')).toBeTruthy()
  expect(screen.queryByText('Your account is blocked or suspended')).toBeNull()
})

it('leaves the lobby of a session that is cancelled meanwhile', async () => {
  let isCancelled = false
  fakeServer(() =>
    isCancelled
      ? errorResponse(404, 'not_found')
      : { status: 200, body: { room: liveRoomOf(20), iceServers: [] } },
  )
  renderLive()
  await screen.findByRole('button', { name: 'Join session' })
  isCancelled = true
  await screen.findByText(/or it has been cancelled\.$/)
  expect(screen.queryByRole('button', { name: 'Join session' })).toBeNull()
})

it('says of a room that lets nobody in any more no more than is known', async () => {
  openLiveRoom()
  renderLive()
  await screen.findByRole('button', { name: 'Join session' })
  const emit = vi.spyOn(connectionOf('mentee'), 'emit')
  emit.mockResolvedValue({ ok: false, code: 'not_found', message: 'Gone' })
  await fakeConnection('mentee').become('connected')
  await userEvent.click(screen.getByRole('button', { name: 'Join session' }))
  expect(await screen.findByText(/^The session has been cancelled or moved, or can’t go on/)).toBeTruthy()
  expect(screen.queryByText(/can no longer meet/)).toBeNull()
})

it('gives the room back from another tab when asked', async () => {
  openLiveRoom()
  renderLive()
  await joinLive()
  await deliver('live:taken', { slotId })
  expect(screen.getByText('You are in this session elsewhere')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Use this tab' }))
  expect(await screen.findByRole('toolbar', { name: 'Call' })).toBeTruthy()
})

/** What this page tells the server of the room, of coming and going. */
async function followRoom() {
  await fakeConnection('mentee').become('connected')
  const emit = vi.spyOn(connectionOf('mentee'), 'emit')
  emit.mockImplementation(async () => ({ ok: true, peer: { isPresent: false } }) as never)
  return () => emit.mock.calls.map(([event]) => event).filter((event) => /join|leave/.test(event))
}

it('leaves the room when another page is opened, by "Back" say, and asks again on the way back', async () => {
  openLiveRoom()
  const told = await followRoom()
  const { unmount } = renderLive()
  await joinLive()
  await waitFor(() => expect(told()).toEqual(['live:join']))
  unmount()
  await waitFor(() => expect(told()).toEqual(['live:join', 'live:leave']))
  renderLive()
  expect(await screen.findByRole('button', { name: 'Join session' })).toBeTruthy()
})

it('leaves the room once by its button', async () => {
  openLiveRoom()
  const told = await followRoom()
  renderLive()
  await joinLive()
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
  expect(screen.getByText('You have left the session')).toBeTruthy()
  await waitFor(() => expect(told()).toEqual(['live:join', 'live:leave']))
})

it('leaves a room to the tab that has taken it', async () => {
  openLiveRoom()
  const told = await followRoom()
  const { unmount } = renderLive()
  await joinLive()
  await waitFor(() => expect(told()).toEqual(['live:join']))
  await deliver('live:taken', { slotId })
  unmount()
  await act(async () => {})
  expect(told()).toEqual(['live:join'])
})

it.each([
  ['time', 'The session is over'],
  ['revoked', 'You have been signed out'],
] as const)('says what it means that the session has ended by "%s"', async (reason, title) => {
  openLiveRoom()
  renderLive()
  await joinLive()
  await deliver('live:ended', { slotId, reason })
  expect(screen.getByText(title)).toBeTruthy()
})

it('says of a room that closes before the session begins that it was cancelled, and not that it is over', async () => {
  openLiveRoom(35)
  renderLive()
  await joinLive()
  await deliver('live:ended', { slotId, reason: 'time' })
  expect(screen.getByText('The room has closed')).toBeTruthy()
  expect(screen.getByText(/^The session has been cancelled or moved/)).toBeTruthy()
  expect(screen.queryByText('The session is over')).toBeNull()
})

it('says on leaving that the last notes were not saved', async () => {
  fakeServer(({ method, url }) => {
    if (!url.includes('live-notes')) return { status: 200, body: { room: liveRoomOf(20), iceServers: [] } }
    if (method === 'PUT') return errorResponse(404, 'not_found')
    return { status: 200, body: { text: '', version: 0, updatedAt: null } }
  })
  renderLive()
  await joinLive()
  await userEvent.keyboard('n')
  await userEvent.type(await screen.findByLabelText('Shared notes'), 'Read it')
  expect(await screen.findByText(/^These notes can’t be saved/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Leave' }))
  expect(await screen.findByText('Your last changes to the notes are not saved.')).toBeTruthy()
})

it('names the button of the toast of a message after what it does', async () => {
  openLiveRoom()
  renderLive()
  await joinLive()
  const told = messageOf(1, { id: '0198a000-0000-7000-8000-0000000000d2' })
  await deliver('messageReveived', { ...fullMessageOf(told), notification: null })
  // Pressing it with a pointer would begin a swipe of the toast, which jsdom has no pointers for.
  ;(await screen.findByText('Open')).focus()
  await userEvent.keyboard('{Enter}')
  expect(await screen.findByRole('complementary', { name: 'Chat' })).toBeTruthy()
})

it('says in the lobby that the browser cannot make calls', async () => {
  openLiveRoom()
  vi.stubGlobal('RTCPeerConnection', undefined)
  renderLive()
  expect((await screen.findByRole('alert')).textContent).toContain('can’t make video calls')
})

it('opens the chat by a single key unless that is turned off among the devices', async () => {
  openLiveRoom()
  renderLive()
  await joinLive()
  await userEvent.click(screen.getByRole('button', { name: 'Devices' }))
  await userEvent.click(await screen.findByRole('checkbox', { name: /single keys/ }))
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.keyboard('c')
  expect(screen.queryByRole('complementary', { name: 'Chat' })).toBeNull()
  localStorage.clear()
  await userEvent.keyboard('c')
  expect(screen.getByRole('complementary', { name: 'Chat' })).toBeTruthy()
})
