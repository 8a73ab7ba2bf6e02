import { texts } from '@marga/contract/texts'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { CalendarCheck, CalendarPlus, MessagesSquare, Users } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import { useUnread } from '../../features/chat/hooks/use-unread.ts'
import { FigureLink } from '../../features/dashboard/components/figure-link.tsx'
import { SessionsSection } from '../../features/dashboard/components/sessions-section.tsx'
import { ownProfileQuery } from '../../features/mentor-profile/queries.ts'
import { AnswersDue } from '../../features/response-times/components/answers-due.tsx'
import { DailyChart } from '../../features/stats/components/daily-chart.tsx'
import { mentorEnrollmentsQuery } from '../../features/stats/queries.ts'
import type { Period } from '../../features/stats/rules.ts'
import { requireLogin, useLogin } from '../../lib/guards.ts'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { queryClient } from '../../lib/query-client.ts'
import { comingCountsQuery, upcomingSessionsQuery } from '../../lib/slots/mentor-slot-queries.ts'
import { useNow } from '../../lib/use-now.ts'
import { useToastOnError } from '../../lib/use-toast-on-error.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { PageHeader } from '../../ui/page-header.tsx'

const WaitingDisputesNotice = lazy(async () => ({
  default: (await import('../../features/disputes/components/waiting-disputes.tsx')).WaitingDisputesNotice,
}))

const TimesAskedFor = lazy(async () => ({
  default: (await import('../../features/time-requests/components/times-asked-for.tsx')).TimesAskedFor,
}))

const InstallHint = lazy(async () => ({
  default: (await import('../../components/install-hint.tsx')).InstallHint,
}))

const { contests, inbox, live, responseTimes, scheduler, subscribedMentees } = paths.mentors

export async function clientLoader() {
  await queryClient.ensureQueryData(ownProfileQuery(requireLogin('mentor').userId))
}

export default function MentorHomePage() {
  const { userId, name } = useLogin('mentor')
  const { origin, config } = useInstallation()
  const { timeZone } = useSuspenseQuery(ownProfileQuery(userId)).data
  const [days, setDays] = useState<Period>(30)
  const comingSlots = useQuery(comingCountsQuery(userId, useNow(30_000)))
  const upcoming = useQuery(upcomingSessionsQuery(userId))
  const enrolled = useQuery(mentorEnrollmentsQuery(userId, days, timeZone))
  useToastOnError(comingSlots.error ?? upcoming.error ?? enrolled.error, texts.mentorHome.failed)
  const coming = comingSlots.data
  const hasNoTimes = coming?.open === 0
  return (
    <>
      <PageTitle>Dashboard</PageTitle>
      <PageHeader
        title={`Welcome, ${name}`}
        description={
          hasNoTimes
            ? 'You have no open times. Mentees can book you once you publish some.'
            : 'Your sessions, your mentees and what is waiting for you.'
        }
        actions={
          <Link
            to={scheduler.getHref()}
            className={buttonStyle({ variant: hasNoTimes ? 'primary' : 'secondary' })}
          >
            <CalendarPlus className="size-5" aria-hidden="true" />
            Publish times
          </Link>
        }
      />
      <WaitingForAnswer />
      <Figures userId={userId} coming={coming} mentees={enrolled.data?.at(-1)?.count} />
      <AnswersDue
        mentorId={userId}
        chatHref={(conversationId) => inbox.getHref({ conversationId })}
        responseTimesHref={responseTimes.getHref()}
        inboxHref={inbox.getHref()}
        failure={texts.mentorHome.failed}
      />
      <SessionsSection
        query={upcoming}
        next={coming?.next}
        timeZone={timeZone}
        roomHref={(slotId) => origin + live.getHref({ conversationId: slotId })}
        schedulerHref={scheduler.getHref()}
      />
      <DailyChart
        title="Enrolled mentees over time"
        noun={{ one: 'enrolled mentee', many: 'enrolled mentees' }}
        isLevel
        query={enrolled}
        days={days}
        onDaysChange={setDays}
        failure={texts.mentorHome.failed}
      />
      <HowToInstall productName={config.productName} />
    </>
  )
}

/** What mentees wait for an answer to, beside their messages. */
const WaitingForAnswer = () => (
  <Suspense>
    <WaitingDisputesNotice href={contests.getHref()} />
    <TimesAskedFor />
  </Suspense>
)

const HowToInstall = ({ productName }: { productName: string }) => (
  <div className="mt-8 max-w-xl">
    <Suspense>
      <InstallHint productName={productName} kept="your inbox and your calendar" />
    </Suspense>
  </div>
)

type FiguresProps = {
  userId: string
  coming: { booked: number | undefined; open: number | undefined } | undefined
  /** Subscribed now: the chart's last day. */
  mentees: number | undefined
}

const Figures = ({ userId, coming, mentees }: FiguresProps) => (
  <div className="mb-10 grid grid-cols-2 gap-2.5 sm:gap-4 lg:grid-cols-4">
    <FigureLink href={subscribedMentees.getHref()} icon={Users} value={mentees} label="Mentees" />
    <FigureLink
      href={inbox.getHref()}
      icon={MessagesSquare}
      value={useUnread({ role: 'mentor', userId })}
      label="Unread chats"
    />
    <FigureLink
      href={scheduler.getHref({}, { view: 'list' })}
      icon={CalendarCheck}
      value={coming?.booked}
      label="Booked sessions ahead"
    />
    <FigureLink
      href={scheduler.getHref()}
      icon={CalendarPlus}
      value={coming?.open}
      label="Open times ahead"
    />
  </div>
)
