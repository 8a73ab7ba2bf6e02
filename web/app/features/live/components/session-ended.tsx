import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { buttonStyle } from '../../../ui/button-style.ts'
import type { CallEnd } from '../call-session.ts'
import { LiveNotice } from './live-notice.tsx'

/** Why nobody is in the room any more by this page: what the call says, or the person's own wish. */
export type SessionEnd = CallEnd | 'left'

type SessionEndedProps = {
  why: SessionEnd
  exits: ReactNode
  contactHref: string
  onReturn: (to: 'lobby' | 'call') => void
}

/** What follows a session, whatever ended it, and where to go from there. */
export function SessionEnded({ why, exits, contactHref, onReturn }: SessionEndedProps) {
  switch (why) {
    case 'left':
      return (
        <LiveNotice
          title="You have left the session"
          action={
            <>
              <Button onClick={() => onReturn('lobby')}>Back to the session</Button>
              {exits}
            </>
          }
        >
          Saved notes are kept. You can return while the room is open.
        </LiveNotice>
      )
    case 'taken':
      return (
        <LiveNotice
          title="You are in this session elsewhere"
          action={<Button onClick={() => onReturn('call')}>Use this tab</Button>}
        >
          Only one tab of one device at a time can be in the room. The camera is off here.
        </LiveNotice>
      )
    case 'revoked':
      return (
        <LiveNotice
          title="You have been signed out"
          // The guard of this address asks for the login and leads back here.
          action={<Button onClick={() => window.location.reload()}>Sign in again</Button>}
        >
          Sign in again to return to the session: the room stays open.
        </LiveNotice>
      )
    case 'account_blocked':
      return <AccountBlocked contactHref={contactHref} />
    case 'blocked':
      return (
        <LiveNotice title="The session has ended" action={exits}>
          It can’t continue, because you and the other person can no longer meet. You did nothing wrong by
          being here. Saved notes are kept.
        </LiveNotice>
      )
    case 'closed':
      return (
        <LiveNotice title="The room has closed" action={exits}>
          The session has been cancelled or moved, or can’t go on.
        </LiveNotice>
      )
    default:
      return (
        <LiveNotice title="The session is over" action={exits}>
          The room has closed. Saved notes stay with the session, and so does the chat.
        </LiveNotice>
      )
  }
}

const AccountBlocked = ({ contactHref }: Pick<SessionEndedProps, 'contactHref'>) => (
  <LiveNotice
    title="Your account is blocked or suspended"
    action={
      <a href={contactHref} className={buttonStyle()}>
        Write to us
      </a>
    }
  >
    A moderator did this, so the session has ended for both of you. If it is a mistake, please write to us: a
    person will look at it again.
  </LiveNotice>
)
