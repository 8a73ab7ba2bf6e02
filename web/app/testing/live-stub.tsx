import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { LiveSession } from '../features/live/components/live-session.tsx'
import { renderInArea } from './area-stub.tsx'
import { fakeServer } from './fake-server.ts'
import { menteeLogin } from './logins.ts'

export const slotId = '0198a000-0000-7000-8000-0000000000d1'
const minuteMs = 60_000
const at = (minutes: number) => new Date(Date.now() + minutes * minuteMs).toISOString()
const mentorId = '0198a000-0000-7000-8000-000000000002'
export const liveRoomOf = (endsIn: number) => ({
  slotId,
  start: at(endsIn - 30),
  end: at(endsIn),
  opensAt: at(endsIn - 40),
  closesAt: at(endsIn + 15),
  peer: { _id: mentorId, firstName: 'Asha', lastName: 'Iyer', profileImageUrl: null },
  conversationId: '0198a000-0000-7000-8000-0000000000c1',
  attendance: {
    mentee: { isPresent: false, firstJoinedAt: null },
    mentor: { isPresent: false, firstJoinedAt: null },
  },
})
export const openLiveRoom = (endsIn = 20) =>
  fakeServer(({ url }) =>
    url.includes('live-notes')
      ? { status: 200, body: { text: '', version: 0, updatedAt: null } }
      : { status: 200, body: { room: liveRoomOf(endsIn), iceServers: [] } },
  )

export const renderLive = () =>
  renderInArea(
    <LiveSession
      owner={{ role: 'mentee', userId: menteeLogin.userId }}
      slotId={slotId}
      chat={() => null}
      exits={<a href="/mentees">out</a>}
      reportHref="/mentees/tickets"
      contactHref="/contact"
    />,
  )

export async function joinLive() {
  await userEvent.click(await screen.findByRole('button', { name: 'Join session' }))
  await screen.findByRole('toolbar', { name: 'Call' })
}
