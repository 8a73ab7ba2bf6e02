import type { Enrollment } from '@marga/contract/enrollments'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Link } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import { useOpenChat } from '../../features/chat/hooks/use-open-chat.ts'
import { CommunityBadge } from '../../features/community/components/community-badge.tsx'
import { CancelEnrollmentDialog } from '../../features/enrollments/components/cancel-enrollment-dialog.tsx'
import { EnrollmentActions } from '../../features/enrollments/components/enrollment-actions.tsx'
import { EnrollmentCard } from '../../features/enrollments/components/enrollment-card.tsx'
import { useCancelEnrollment, useResumeEnrollment } from '../../features/enrollments/mutations.ts'
import { subscribedMentorsQuery } from '../../features/enrollments/queries.ts'
import { requireLogin, useLogin } from '../../lib/guards.ts'
import { paths } from '../../lib/paths.ts'
import { queryClient } from '../../lib/query-client.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

const { browse, community, inbox, mentorProfile, schedules } = paths.mentees

export async function clientLoader() {
  await queryClient.ensureQueryData(subscribedMentorsQuery(requireLogin('mentee').userId))
}

export default function SubscribedMentorsPage() {
  const { userId } = useLogin('mentee')
  const { data: enrollments } = useSuspenseQuery(subscribedMentorsQuery(userId))
  const [ending, setEnding] = useState<Enrollment | null>(null)
  const cancel = useCancelEnrollment()
  const resume = useResumeEnrollment()
  const chat = useOpenChat('mentee', (conversationId) => inbox.getHref({ conversationId }))
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
                isBusy={chat.isPending || (resume.isPending && resume.variables === enrollment._id)}
                onChat={() => chat.mutate(enrollment.mentorId._id)}
                onCancel={() => setEnding(enrollment)}
                onResume={() => resume.mutate(enrollment._id)}
              />
            </li>
          ))}
        </ul>
      )}
      {ending ? (
        <CancelEnrollmentDialog
          enrollment={ending}
          isLoading={cancel.isPending}
          onClose={() => {
            cancel.abandon()
            setEnding(null)
          }}
          onConfirm={() => cancel.mutate(ending._id, { onSettled: () => setEnding(null) })}
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

type SubscriptionProps = Pick<
  ComponentProps<typeof EnrollmentActions>,
  'enrollment' | 'isBusy' | 'onChat' | 'onCancel' | 'onResume'
>

function Subscription(props: SubscriptionProps) {
  const mentorId = props.enrollment.mentorId._id
  const profileHref = mentorProfile.getHref({ mentorId })
  return (
    <EnrollmentCard
      enrollment={props.enrollment}
      profileHref={profileHref}
      actions={
        <EnrollmentActions
          {...props}
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
    />
  )
}
