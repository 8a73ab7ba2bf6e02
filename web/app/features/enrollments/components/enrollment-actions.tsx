import { enrollmentGivesAccess } from '@marga/contract/enrollment-states'
import type { Enrollment } from '@marga/contract/enrollments'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { buttonStyle } from '../../../ui/button-style.ts'

type EnrollmentActionsProps = {
  enrollment: Enrollment
  profileHref: string
  scheduleHref: string
  /** The way into the room of the mentor's subscribers, for those who may enter. */
  community: ReactNode
  isBusy: boolean
  isPaused: boolean
  onChat: () => void
  onEndPause: () => void
  onResume: () => void
}

/** What can be done with a subscription in its state. */
export function EnrollmentActions(props: EnrollmentActionsProps) {
  const { enrollment, profileHref, scheduleHref, community, isBusy, isPaused } = props
  const { onChat, onEndPause, onResume } = props
  const { status } = enrollment
  if (!enrollmentGivesAccess(status)) {
    return (
      <>
        {enrollment.canSubscribeAgain ? (
          <Link to={profileHref} className={buttonStyle()}>
            Subscribe again
          </Link>
        ) : null}
        <Button variant="secondary" disabled={isBusy} onClick={onChat}>
          Read the chat
        </Button>
      </>
    )
  }
  if (isPaused) {
    return (
      <>
        {status === 'ending' ? (
          <Button isLoading={isBusy} onClick={onResume}>
            Resume subscription
          </Button>
        ) : (
          <Button disabled={isBusy} onClick={onEndPause}>
            End the pause
          </Button>
        )}
        <Button variant="secondary" disabled={isBusy} onClick={onChat}>
          Read the chat
        </Button>
      </>
    )
  }
  return (
    <>
      <Button disabled={isBusy} onClick={onChat}>
        Chat
      </Button>
      <Link to={scheduleHref} className={buttonStyle({ variant: 'secondary' })}>
        Book a session
      </Link>
      {community}
      {status === 'ending' ? (
        <Button variant="secondary" isLoading={isBusy} onClick={onResume}>
          Resume subscription
        </Button>
      ) : null}
    </>
  )
}
