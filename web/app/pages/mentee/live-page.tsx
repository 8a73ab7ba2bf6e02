import { Splash } from '../../components/splash.tsx'
import { requireRole } from '../../lib/guards.ts'
import { paths } from '../../lib/paths.ts'
import { LiveRoom } from '../member/live-room.tsx'

export const clientMiddleware = [requireRole('mentee')]
/** Makes the guard run when the room is opened by its address, too. */
export const clientLoader = () => null
export const HydrateFallback = Splash

const { bookedSlots, inbox, tickets } = paths.mentees

export default function MenteeLivePage() {
  return (
    <LiveRoom
      of="mentee"
      back={{ href: bookedSlots.getHref(), label: 'Booked slots' }}
      ticketsHref={(query) => tickets.getHref({}, query)}
      conversationHref={(conversationId) => inbox.getHref({ conversationId })}
    />
  )
}
