import { MessagesSquare } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import { PushPrompt } from '../../components/push-prompt.tsx'
import { Inbox } from '../../features/chat/components/inbox.tsx'
import { MentorAnswerLine } from '../../features/chat/components/mentor-answer-line.tsx'
import { SavedReplies } from '../../features/chat/components/saved-replies.tsx'
import { MenteeAbout } from '../../features/mentor-profile/components/mentee-about.tsx'
import { BlockedNote } from '../../features/settings/components/blocked-note.tsx'
import { PersonMenu } from '../../features/settings/components/person-menu.tsx'
import { useLogin } from '../../lib/guards.ts'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

const { inbox, responseTimes, scheduler, tickets } = paths.mentors

export default function MentorInboxPage() {
  const { conversationId } = useParams()
  const { pushKey } = useInstallation().config
  const { userId } = useLogin('mentor')
  return (
    <>
      <PageTitle>Connect</PageTitle>
      <Inbox
        owner={{ role: 'mentor', userId }}
        conversationId={conversationId}
        hrefOf={(id) => inbox.getHref({ conversationId: id })}
        waitingLink={
          <Link to={responseTimes.getHref()} className="link">
            Response times
          </Link>
        }
        composerTools={(field) => <SavedReplies mentorId={userId} field={field} />}
        answerLine={(conversation) => <MentorAnswerLine conversation={conversation} />}
        listFooter={
          <PushPrompt
            of="mentor"
            userId={userId}
            pushKey={pushKey}
            reason="Get notified about new messages?"
          />
        }
        emptyState={<NoConversation />}
        closedNote={(mentee) => (
          <BlockedNote of="mentor" person={mentee}>
            <p>You and {mentee.firstName} cannot write to each other at the moment.</p>
          </BlockedNote>
        )}
        reportHref={(mentee, { _id, createdAt }) =>
          tickets.getHref({}, { about: mentee._id, kind: 'message', id: _id, at: createdAt })
        }
        actions={(mentee) => (
          <>
            <MenteeAbout mentee={mentee} isNarrow />
            <PersonMenu
              of="mentor"
              person={mentee}
              links={[{ href: tickets.getHref({}, { about: mentee._id }), label: 'Raise a Ticket' }]}
            />
          </>
        )}
      />
    </>
  )
}

const NoConversation = () => (
  <EmptyState
    isPage
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
)
