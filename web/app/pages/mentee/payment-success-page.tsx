import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import { useOpenChat } from '../../features/chat/hooks/use-open-chat.ts'
import { PaymentOutcome } from '../../features/enrollments/components/payment-outcome.tsx'
import { useGoHome } from '../../features/enrollments/mutations.ts'
import { confirmationQuery } from '../../features/enrollments/queries.ts'
import { readChosenTime } from '../../features/mentors/chosen-time.ts'
import { formatShortMoment } from '../../lib/dates.ts'
import { useLogin } from '../../lib/guards.ts'
import { paths } from '../../lib/paths.ts'
import { mentorSlotsQuery } from '../../lib/slots/mentee-slot-queries.ts'
import { Button } from '../../ui/button.tsx'
import { buttonStyle } from '../../ui/button-style.ts'

const { inbox, schedules, home } = paths.mentees

export default function PaymentSuccessPage() {
  const { paymentId = '' } = useParams()
  const { userId } = useLogin('mentee')
  const { data: enrollment, error, refetch, isFetching } = useQuery(confirmationQuery(userId, paymentId))
  const navigate = useNavigate()
  const goHome = useGoHome(userId, () => void navigate(home.getHref()))
  const chat = useOpenChat('mentee', (conversationId) => inbox.getHref({ conversationId }))
  return (
    <>
      <PageTitle>Payment</PageTitle>
      <PaymentOutcome
        enrollment={enrollment}
        error={isFetching ? null : error}
        onRetry={() => void refetch()}
        onHome={() => goHome.mutate(paymentId)}
        isGoingHome={goHome.isPending}
      >
        {enrollment ? (
          <>
            <Button mayWrap isLoading={chat.isPending} onClick={() => chat.mutate(enrollment.mentorId._id)}>
              Chat with {enrollment.mentorId.firstName}
            </Button>
            <ChosenTimeLink menteeId={userId} mentorId={enrollment.mentorId._id} />
            <Link
              to={schedules.getHref({}, { mentor: enrollment.mentorId._id })}
              className={buttonStyle({ variant: 'secondary' })}
            >
              Schedule a live Session
            </Link>
            <FirstHours mentor={enrollment.mentorId} />
          </>
        ) : null}
      </PaymentOutcome>
    </>
  )
}

/** To the booking of the time that was pressed on the profile before paying. */
function ChosenTimeLink({ menteeId, mentorId }: { menteeId: string; mentorId: string }) {
  const at = readChosenTime(menteeId, mentorId)
  if (!at) return null
  return (
    <Link to={schedules.getHref({}, { mentor: mentorId, at })} className={buttonStyle()}>
      Book {formatShortMoment(at)}
    </Link>
  )
}

const hoursShown = 3

/** The first hours that can be booked, one press away; nothing while they are not known. */
function FirstHours({ mentor }: { mentor: { _id: string; firstName: string } }) {
  const { data: slots = [] } = useQuery({ ...mentorSlotsQuery(mentor._id), throwOnError: false })
  const hours = slots
    .filter(({ status, type }) => status === 'open' && type === 'session')
    .slice(0, hoursShown)
  if (hours.length === 0) return null
  return (
    <section aria-labelledby="first-hours" className="w-full border-t border-line pt-5">
      <h2 id="first-hours" className="font-sans text-base font-semibold tracking-normal">
        {mentor.firstName}’s first free hours
      </h2>
      <ul className="mt-3 flex flex-wrap justify-center gap-2">
        {hours.map(({ _id, start }) => (
          <li key={_id}>
            <Link
              to={schedules.getHref({}, { mentor: mentor._id, at: start })}
              className={buttonStyle({ variant: 'secondary', size: 'sm' })}
            >
              {formatShortMoment(start)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
