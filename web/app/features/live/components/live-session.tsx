import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { currentTime } from '../../../lib/clock.ts'
import { useLeaveWhenSignedOut } from '../../../lib/use-leave-when-signed-out.ts'
import { lazyWithRetry } from '../../../ui/lazy-with-prefetch.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import type { CallEnd } from '../call-session.ts'
import { useLocalMedia } from '../hooks/use-local-media.ts'
import { hasJoined } from '../joined.ts'
import { complain } from '../media-actions.ts'
import { type LiveOwner, roomQuery } from '../queries.ts'
import { wasPeerHere } from '../rules.ts'
import { CallScreen } from './call-screen.tsx'
import { Lobby } from './lobby.tsx'
import { isRefusal, RoomRefused } from './room-refused.tsx'
import type { SessionEnd } from './session-ended.tsx'

/** What follows a call is no part of what it begins with; it comes early, since the line may end the call. */
const loadSessionEnded = async () => (await import('./session-ended.tsx')).SessionEnded
const SessionEnded = lazyWithRetry(loadSessionEnded)

type LiveSessionProps = {
  owner: LiveOwner
  slotId: string
  chat: (conversationId: string) => ReactNode
  /** Where to go from here: the sessions, and the ticket form. */
  exits: ReactNode
  /** Where the call is reported, also while it goes on. */
  reportHref: string
  /** For somebody whose account has been blocked or suspended: the way to people who can help. */
  contactHref: string
}

type Place = 'lobby' | 'call'

/** From the address of a session to its end: may I, how do I look, the call, and what comes after. */
export function LiveSession(props: LiveSessionProps) {
  const { slotId, exits, contactHref } = props
  const [place, setPlace] = useState<Place>(() => (hasJoined(slotId) ? 'call' : 'lobby'))
  const [end, setEnd] = useState<SessionEnd | null>(null)
  const [refusal, setRefusal] = useState<Error | null>(null)
  useEffect(() => void loadSessionEnded().catch(() => {}), [])

  const enter = (next: Place) => {
    setPlace(next)
    setEnd(null)
  }
  const endedBy = (why: SessionEnd) => (
    <Suspense>
      <SessionEnded why={why} exits={exits} contactHref={contactHref} onReturn={enter} />
    </Suspense>
  )
  const whenEnded = endedBy('time')
  // The camera's light goes out with the open room.
  if (end) return endedBy(end)
  if (refusal)
    return (
      <RoomRefused error={refusal} onRetry={() => setRefusal(null)} exits={exits} whenEnded={whenEnded} />
    )
  const ways = { onEnter: enter, onLeave: setEnd, onRefused: setRefusal }
  return <OpenRoom {...props} {...ways} place={place} whenEnded={whenEnded} />
}

type OpenRoomProps = LiveSessionProps & {
  place: Place
  onEnter: (next: Place) => void
  onLeave: (why: SessionEnd) => void
  /** Nobody is let in any longer who was in the lobby: the session was cancelled or moved, say. */
  onRefused: (why: Error) => void
  whenEnded: ReactNode
}

function OpenRoom(props: OpenRoomProps) {
  const { owner, slotId, chat, exits, reportHref, place, onEnter, onLeave, onRefused, whenEnded } = props
  const inLobby = place === 'lobby'
  const room = useQuery({ ...roomQuery(owner, slotId), refetchInterval: inLobby ? 4000 : false })
  // The lobby says it in its place.
  const media = useLocalMedia((...failure) => inLobby || complain(...failure))
  // Only here: whoever is thrown out reads why before the sign-in page comes.
  useLeaveWhenSignedOut(owner.role)

  // Asked anew, it may let in again.
  const refusal = inLobby && room.data && !room.isFetching && isRefusal(room.error) ? room.error : null
  const refuse = useEffectEvent(onRefused)
  useEffect(() => {
    if (refusal) refuse(refusal)
  }, [refusal])

  if (room.error && !room.data) {
    const retry = () => void room.refetch()
    return <RoomRefused error={room.error} onRetry={retry} exits={exits} whenEnded={whenEnded} />
  }
  if (!room.data) {
    return (
      <p role="status" className="grid h-dvh place-content-center justify-items-center gap-3 text-ink-soft">
        <Spinner className="size-8" />
        Opening the room…
      </p>
    )
  }
  if (!media) return null
  const { room: details, iceServers } = room.data
  const peerRole = owner.role === 'mentee' ? 'mentor' : 'mentee'
  if (inLobby) {
    return (
      <Lobby
        room={details}
        media={media}
        isPeerHere={details.attendance[peerRole].isPresent}
        wasPeerHere={wasPeerHere(details, owner.role)}
        onJoin={() => onEnter('call')}
      />
    )
  }
  return (
    <CallScreen
      owner={owner}
      room={details}
      iceServers={iceServers}
      media={media}
      chat={chat}
      reportHref={reportHref}
      onLeave={() => onLeave('left')}
      onOver={(why) => onLeave(endOf(why, details.start))}
    />
  )
}

/** No session is over before it begins: its room has closed because it was cancelled or moved. */
const endOf = (why: CallEnd, start: string): CallEnd =>
  why === 'time' && currentTime() < new Date(start) ? 'closed' : why
