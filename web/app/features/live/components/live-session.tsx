import { texts } from '@marga/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiError } from '../../../lib/api-client.ts'
import { formatDate, formatTime } from '../../../lib/dates.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { useLocalMedia } from '../hooks/use-local-media.ts'
import { forgetJoined, hasJoined, rememberJoined } from '../joined.ts'
import { type LiveOwner, roomQuery } from '../queries.ts'
import { clockText } from '../rules.ts'
import { CallScreen } from './call-screen.tsx'
import { LiveNotice } from './live-notice.tsx'
import { Lobby } from './lobby.tsx'

type LiveSessionProps = {
  owner: LiveOwner
  slotId: string
  chat: (conversationId: string) => ReactNode
  /** Where to go from here: the sessions, and the ticket form. */
  exits: ReactNode
}

/** From the address of a session to its end: may I, how do I look, the call, and what comes after. */
export function LiveSession({ owner, slotId, chat, exits }: LiveSessionProps) {
  const [place, setPlace] = useState<'lobby' | 'call' | 'left'>(() => (hasJoined(slotId) ? 'call' : 'lobby'))
  const inLobby = place === 'lobby'
  const room = useQuery({ ...roomQuery(owner, slotId), refetchInterval: inLobby ? 4000 : false })
  const media = useLocalMedia()

  if (place === 'left') {
    return (
      <LiveNotice
        title="You have left the session"
        action={
          <>
            <Button onClick={() => setPlace('lobby')}>Back to the session</Button>
            {exits}
          </>
        }
      >
        Your notes are kept. You can return as long as the room is open.
      </LiveNotice>
    )
  }
  if (!room.data) {
    if (room.error) return <Refused error={room.error} onRetry={() => void room.refetch()} exits={exits} />
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
        onJoin={() => {
          rememberJoined(slotId)
          setPlace('call')
        }}
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
      onLeave={() => {
        forgetJoined(slotId)
        setPlace('left')
      }}
      whenOver={(call) => {
        const { over } = call.snapshot()
        return over?.reason === 'taken' ? (
          <LiveNotice
            title="You are in this session in another tab"
            action={<Button onClick={call.takeBack}>Use this tab</Button>}
          >
            Only one tab at a time can be in the room.
          </LiveNotice>
        ) : (
          <Over reason={over?.reason} exits={exits} />
        )
      }}
    />
  )
}

const endings = {
  time: [
    'The session is over',
    'The room has closed. Your notes stay with the session, and so does the chat.',
  ],
  blocked: ['The session has ended', 'This session cannot go on.'],
  revoked: ['You have been signed out', 'Sign in again to return to the session.'],
} as const

function Over({ reason = 'time', exits }: { reason?: keyof typeof endings | undefined; exits: ReactNode }) {
  const [title, text] = endings[reason]
  return (
    <LiveNotice title={title} action={exits}>
      {text}
    </LiveNotice>
  )
}

type RefusedProps = { error: Error; onRetry: () => void; exits: ReactNode }

function Refused({ error, onRetry, exits }: RefusedProps) {
  const code = error instanceof ApiError ? error.code : ''
  if (error instanceof ApiError && code === 'too_early')
    return <TooEarly opensAt={String(error.details.opensAt)} onOpen={onRetry} exits={exits} />
  if (code === 'ended') return <Over reason="time" exits={exits} />
  return (
    <LiveNotice
      title={texts.live.openFailed}
      action={
        <>
          <Button onClick={() => window.location.reload()}>Refresh the page</Button>
          {exits}
        </>
      }
    >
      <span role="alert">
        {code === 'not_found'
          ? 'There is no such session of yours. It may have been cancelled.'
          : 'The room could not be opened.'}
      </span>
    </LiveNotice>
  )
}

function TooEarly({ opensAt, onOpen, exits }: { opensAt: string; onOpen: () => void; exits: ReactNode }) {
  const now = useNow(1000)
  const leftMs = Date.parse(opensAt) - now.getTime()
  return (
    <LiveNotice
      title="The room is not open yet"
      action={
        <>
          {leftMs <= 0 ? <Button onClick={onOpen}>Open the room</Button> : null}
          {exits}
        </>
      }
    >
      <p>
        It opens 10 minutes before the session: on {formatDate(opensAt)} at {formatTime(opensAt)}.
      </p>
      <p className="mt-2 text-lg font-semibold tabular-nums" role="timer">
        {clockText(leftMs)}
      </p>
    </LiveNotice>
  )
}
