import { MessagesSquare } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { Inbox } from '../../features/chat/components/inbox.tsx'
import { useLogin } from '../../lib/guards.ts'
import { paths } from '../../lib/paths.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

const { browse, inbox, mentorProfile, schedules } = paths.mentees

export default function MenteeInboxPage() {
  const { conversationId } = useParams()
  const { userId } = useLogin('mentee')
  return (
    <>
      <title>Connect</title>
      <Inbox
        owner={{ role: 'mentee', userId }}
        conversationId={conversationId}
        hrefOf={(id) => inbox.getHref({ conversationId: id })}
        emptyState={
          <EmptyState
            icon={MessagesSquare}
            title="No conversation yet"
            action={
              <Link to={browse.getHref()} className={buttonStyle()}>
                Browse mentors
              </Link>
            }
          >
            As soon as you subscribe to a mentor, you can write to each other here.
          </EmptyState>
        }
        closedNote={({ participants }) => (
          <p>
            Your subscription to {participants[0]?.mentor.firstName} is not active, so you cannot write now.{' '}
            <Link
              to={mentorProfile.getHref({ mentorId: participants[0]?.mentor._id ?? '' })}
              className="link"
            >
              Subscribe again
            </Link>{' '}
            to go on.
          </p>
        )}
        actions={({ participants, canSend }) =>
          canSend ? (
            <Link
              to={schedules.getHref({}, { mentor: participants[0]?.mentor._id })}
              className={buttonStyle({ variant: 'secondary', size: 'sm', className: 'max-sm:hidden' })}
            >
              Book a session
            </Link>
          ) : null
        }
      />
    </>
  )
}
