import type { Conversation } from '@marga/contract/chat'
import type { Person } from '@marga/contract/common'
import { useQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { Link, useParams } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import { PushPrompt } from '../../components/push-prompt.tsx'
import { Inbox } from '../../features/chat/components/inbox.tsx'
import { MenteeAnswerLine } from '../../features/chat/components/mentee-answer-line.tsx'
import { otherPerson } from '../../features/chat/conversation-rules.ts'
import { SilenceRefund } from '../../features/enrollments/components/silence-refund.tsx'
import { subscribedMentorsQuery } from '../../features/enrollments/queries.ts'
import { useSilenceRefund } from '../../features/enrollments/silence-refund.ts'
import { BlockedNote } from '../../features/settings/components/blocked-note.tsx'
import { PersonMenu } from '../../features/settings/components/person-menu.tsx'
import { useLogin } from '../../lib/guards.ts'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { EmptyState } from '../../ui/empty-state.tsx'

const { browse, inbox, mentorProfile, schedules, tickets } = paths.mentees

export default function MenteeInboxPage() {
  const { conversationId } = useParams()
  const { pushKey } = useInstallation().config
  const { userId } = useLogin('mentee')
  return (
    <>
      <PageTitle>Connect</PageTitle>
      <Inbox
        owner={{ role: 'mentee', userId }}
        conversationId={conversationId}
        hrefOf={(id) => inbox.getHref({ conversationId: id })}
        answerLine={(conversation) => <Answering userId={userId} conversation={conversation} />}
        listFooter={
          <PushPrompt
            of="mentee"
            userId={userId}
            pushKey={pushKey}
            reason="Get notified about new messages?"
          />
        }
        emptyState={<NoConversation />}
        closedNote={(mentor) => <ClosedNote userId={userId} mentor={mentor} />}
        reportHref={(mentor, { _id, createdAt }) =>
          tickets.getHref({}, { about: mentor._id, kind: 'message', id: _id, at: createdAt })
        }
        actions={(mentor, { canSend }) => <ThreadActions mentor={mentor} canSend={canSend} />}
      />
    </>
  )
}

/** To whoever has a subscription, none is offered: a pause or a block is why, or the mentor is shut out. */
function ClosedNote({ userId, mentor }: { userId: string; mentor: Person }) {
  const { data: enrollments } = useQuery({ ...subscribedMentorsQuery(userId), throwOnError: false })
  const ofMentor = enrollments?.filter(({ mentorId }) => mentorId._id === mentor._id)
  const canSubscribe =
    ofMentor?.every(({ status }) => status === 'ended') &&
    (ofMentor.length === 0 || ofMentor.some(({ canSubscribeAgain }) => canSubscribeAgain))
  return (
    <BlockedNote of="mentee" person={mentor}>
      <p>
        You and {mentor.firstName} cannot write to each other at the moment.
        {canSubscribe ? (
          <>
            {' '}
            An{' '}
            <Link to={mentorProfile.getHref({ mentorId: mentor._id })} className="link">
              active subscription
            </Link>{' '}
            opens the conversation again.
          </>
        ) : null}
      </p>
    </BlockedNote>
  )
}

/** Answers are promised with a subscription, and it can be ended for want of one. */
function Answering({ userId, conversation }: { userId: string; conversation: Conversation }) {
  const { data: enrollments = [] } = useQuery({ ...subscribedMentorsQuery(userId), throwOnError: false })
  const refund = useSilenceRefund()
  const mentor = otherPerson(conversation, 'mentee')
  const enrollment = enrollments.find(
    ({ mentorId, status }) => mentorId._id === mentor._id && status !== 'ended',
  )
  return (
    <MenteeAnswerLine
      conversation={conversation}
      isSubscribed={enrollment !== undefined}
      endsAt={enrollment?.endsAt ?? null}
      refund={enrollment ? <SilenceRefund enrollment={enrollment} refund={refund} /> : null}
    />
  )
}

const NoConversation = () => (
  <EmptyState
    isPage
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
)

const ThreadActions = ({ mentor, canSend }: { mentor: Person; canSend: boolean }) => (
  <>
    {canSend ? (
      <Link
        to={schedules.getHref({}, { mentor: mentor._id })}
        className={buttonStyle({ variant: 'secondary', size: 'sm', className: 'max-sm:hidden' })}
      >
        Book a session
      </Link>
    ) : null}
    <PersonMenu
      of="mentee"
      person={mentor}
      links={[
        { href: mentorProfile.getHref({ mentorId: mentor._id }), label: 'Profile' },
        ...(canSend
          ? [{ href: schedules.getHref({}, { mentor: mentor._id }), label: 'Book a session' }]
          : []),
        { href: tickets.getHref({}, { about: mentor._id }), label: 'Raise a Ticket' },
      ]}
    />
  </>
)
