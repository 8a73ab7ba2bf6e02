import { MessagesSquare } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { Inbox } from '../../features/chat/components/inbox.tsx'
import { useLogin } from '../../lib/guards.ts'
import { paths } from '../../lib/paths.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

const { inbox, scheduler } = paths.mentors

export default function MentorInboxPage() {
  const { conversationId } = useParams()
  const { userId } = useLogin('mentor')
  return (
    <>
      <title>Connect</title>
      <Inbox
        owner={{ role: 'mentor', userId }}
        conversationId={conversationId}
        hrefOf={(id) => inbox.getHref({ conversationId: id })}
        emptyState={
          <EmptyState
            icon={MessagesSquare}
            title="No conversation yet"
            action={
              <Link to={scheduler.getHref()} className={buttonStyle()}>
                Publish open hours
              </Link>
            }
          >
            When a mentee subscribes to you, your conversation starts here. Open hours help them decide.
          </EmptyState>
        }
        closedNote={({ participants }) => (
          <p>
            {participants[0]?.mentee.firstName} has no active subscription, so neither of you can write now.
            The conversation goes on when they subscribe again.
          </p>
        )}
      />
    </>
  )
}
