import { texts } from '@marga/contract/texts'
import type { ReactNode } from 'react'
import { ApiError } from '../../../lib/api-client.ts'
import { formatDate, formatTime } from '../../../lib/dates.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Button } from '../../../ui/button.tsx'
import { clockText } from '../rules.ts'
import { LiveNotice } from './live-notice.tsx'

type RoomRefusedProps = { error: Error; onRetry: () => void; exits: ReactNode; whenEnded: ReactNode }

/** The server's answer, also to somebody who was let into the lobby before: the session was cancelled or moved, or is over. */
export const isRefusal = (error: Error | null): boolean =>
  error instanceof ApiError && /^(not_found|too_early|ended)$/.test(error.code)

/** Why the room cannot be entered, and what can be done about that. */
export function RoomRefused({ error, onRetry, exits, whenEnded }: RoomRefusedProps) {
  const code = error instanceof ApiError ? error.code : ''
  if (error instanceof ApiError && code === 'too_early')
    return <TooEarly opensAt={String(error.details.opensAt)} onOpen={onRetry} exits={exits} />
  if (code === 'ended') return whenEnded
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
          ? 'This is not one of your sessions, or it has been cancelled.'
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
