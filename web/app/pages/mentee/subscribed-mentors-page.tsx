import type { RefundRequest } from '@marga/contract/disputes'
import type { Enrollment } from '@marga/contract/enrollments'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import { useOpenChat } from '../../features/chat/hooks/use-open-chat.ts'
import { CommunityBadge } from '../../features/community/components/community-badge.tsx'
import { RefundRequestDetails } from '../../features/disputes/components/refund-request-details.tsx'
import { refundRequestsQuery } from '../../features/disputes/queries.ts'
import { isOpenRefund } from '../../features/disputes/rules.ts'
import { EnrollmentActions } from '../../features/enrollments/components/enrollment-actions.tsx'
import { EnrollmentCard } from '../../features/enrollments/components/enrollment-card.tsx'
import {
  EnrollmentManagement,
  type EnrollmentQuestion,
} from '../../features/enrollments/components/enrollment-management.tsx'
import { useResumeEnrollment } from '../../features/enrollments/mutations.ts'
import { subscribedMentorsQuery } from '../../features/enrollments/queries.ts'
import { isPausedAt } from '../../lib/enrollment-status.ts'
import { requireLogin, useLogin } from '../../lib/guards.ts'
import { paths } from '../../lib/paths.ts'
import { queryClient } from '../../lib/query-client.ts'
import { useNow } from '../../lib/use-now.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { SubscriptionDialogs } from './subscription-dialogs.tsx'

const { browse, community, inbox, mentorProfile, schedules } = paths.mentees

export async function clientLoader() {
  await queryClient.ensureQueryData(subscribedMentorsQuery(requireLogin('mentee').userId))
}

type Asked = { enrollmentId: string; question: EnrollmentQuestion } | null

export default function SubscribedMentorsPage() {
  const { userId } = useLogin('mentee')
  const { data: enrollments } = useSuspenseQuery(subscribedMentorsQuery(userId))
  const { data: requests = [] } = useQuery(refundRequestsQuery('mentee'))
  const [asked, setAsked] = useState<Asked>(null)
  const now = useNow(30_000)
  // As it is by now: a pause or a refund may have changed it while it is asked about.
  const askedAbout = enrollments.find(({ _id }) => _id === asked?.enrollmentId)
  return (
    <>
      <PageTitle>Subscribed mentors</PageTitle>
      <PageHeader title="Subscribed mentors" description="Your plans, renewal dates and remaining calls." />
      {enrollments.length === 0 ? (
        <NoSubscriptions />
      ) : (
        <ul className="grid grid-cols-1 gap-5">
          {enrollments.map((enrollment) => (
            <li key={enrollment._id}>
              <Subscription
                enrollment={enrollment}
                requests={requests.filter(({ enrollmentId }) => enrollmentId === enrollment._id)}
                now={now}
                onAsk={(question) => setAsked({ enrollmentId: enrollment._id, question })}
              />
            </li>
          ))}
        </ul>
      )}
      {asked && askedAbout ? (
        <SubscriptionDialogs
          enrollment={askedAbout}
          question={asked.question}
          now={now}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </>
  )
}

const NoSubscriptions = () => (
  <EmptyState
    icon={Users}
    title="No subscriptions yet"
    action={
      <Link to={browse.getHref()} className={buttonStyle()}>
        Browse mentors
      </Link>
    }
  >
    Subscriptions are monthly, and you can cancel at any time.
  </EmptyState>
)

type SubscriptionProps = {
  enrollment: Enrollment
  /** For a refund of this one, newest first. */
  requests: readonly RefundRequest[]
  now: Date
  onAsk: (question: EnrollmentQuestion) => void
}

function Subscription({ enrollment, requests, now, onAsk }: SubscriptionProps) {
  const mentorId = enrollment.mentorId._id
  const profileHref = mentorProfile.getHref({ mentorId })
  const isPaused = isPausedAt(enrollment, now)
  const resume = useResumeEnrollment()
  const chat = useOpenChat('mentee', (conversationId) => inbox.getHref({ conversationId }))
  return (
    <EnrollmentCard
      enrollment={enrollment}
      profileHref={profileHref}
      now={now}
      actions={
        <EnrollmentActions
          enrollment={enrollment}
          isPaused={isPaused}
          isBusy={chat.isPending || resume.isPending}
          onChat={() => chat.mutate(mentorId)}
          onEndPause={() => onAsk('end-pause')}
          onResume={() => resume.mutate(enrollment._id)}
          profileHref={profileHref}
          scheduleHref={schedules.getHref({}, { mentor: mentorId })}
          community={
            <Link to={community.getHref({ mentorId })} className={buttonStyle({ variant: 'secondary' })}>
              Community
              <CommunityBadge of="mentee" mentorId={mentorId} />
            </Link>
          }
        />
      }
      management={
        <EnrollmentManagement
          enrollment={enrollment}
          isPaused={isPaused}
          isRefundAsked={requests.some(isOpenRefund)}
          onAsk={onAsk}
        />
      }
    >
      {requests.map((request) => (
        <RefundRequestDetails key={request._id} of="mentee" request={request} />
      ))}
    </EnrollmentCard>
  )
}
