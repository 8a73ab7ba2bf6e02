import { Splash } from '../../components/splash.tsx'
import { requireRole } from '../../lib/guards.ts'
import { paths } from '../../lib/paths.ts'
import { LiveRoom } from '../member/live-room.tsx'

export const clientMiddleware = [requireRole('mentor')]
/** Makes the guard run when the room is opened by its address, too. */
export const clientLoader = () => null
export const HydrateFallback = Splash

const { home, inbox, tickets } = paths.mentors

export default function MentorLivePage() {
  return (
    <LiveRoom
      of="mentor"
      back={{ href: home.getHref(), label: 'Home' }}
      ticketsHref={(query) => tickets.getHref({}, query)}
      conversationHref={(conversationId) => inbox.getHref({ conversationId })}
    />
  )
}
