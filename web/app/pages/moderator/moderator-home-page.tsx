import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { UserRoundCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import { DueFirst } from '../../features/cases/components/due-first.tsx'
import { requestsQuery } from '../../features/moderation/queries.ts'
import { DailyChart } from '../../features/stats/components/daily-chart.tsx'
import { dailyEnrollmentsQuery, dailyNewMenteesQuery } from '../../features/stats/queries.ts'
import type { Period } from '../../features/stats/rules.ts'
import { useLogin } from '../../lib/guards.ts'
import { paths } from '../../lib/paths.ts'
import { useTimeZone } from '../../lib/use-time-zone.ts'
import { buttonStyle } from '../../ui/button-style.ts'
import { PageHeader } from '../../ui/page-header.tsx'

const failure = 'These figures could not be loaded.'

export default function ModeratorHomePage() {
  const timeZone = useTimeZone()
  const { name } = useLogin('moderator')
  const [enrollmentDays, setEnrollmentDays] = useState<Period>(30)
  const [menteeDays, setMenteeDays] = useState<Period>(30)
  const waiting = useInfiniteQuery(requestsQuery())
  const count = waiting.data?.pages.at(-1)?.total
  const isQuiet = count === 0
  return (
    <>
      <PageTitle>Home</PageTitle>
      <PageHeader
        title={`Welcome, ${name}`}
        description="What is happening on the site, and what is waiting for you."
      />
      <DueFirst />
      <div className="mb-8 flex flex-wrap items-center gap-x-5 gap-y-4 rounded-lg border border-line bg-surface p-5 shadow-card">
        <span className="grid size-12 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-ink">
          <UserRoundCheck className="size-6" aria-hidden="true" />
        </span>
        <p className="min-w-0 flex-1 basis-44">
          <span className="block font-display text-3xl leading-none font-semibold tabular-nums">
            {count === undefined ? '–' : count}
          </span>
          <span className="text-ink-soft">
            {count === 1 ? 'applicant waits' : 'applicants wait'} for a decision
          </span>
        </p>
        <Link
          to={paths.moderator.mentorApplicants.getHref()}
          className={buttonStyle({ variant: isQuiet ? 'secondary' : 'primary' })}
        >
          Review applicants
        </Link>
      </div>
      <div className="grid gap-6 lg:grid-cols-2">
        <DailyChart
          title="Daily enrollments"
          noun={{ one: 'enrollment', many: 'enrollments' }}
          query={useQuery(dailyEnrollmentsQuery(enrollmentDays, timeZone))}
          days={enrollmentDays}
          onDaysChange={setEnrollmentDays}
          failure={failure}
        />
        <DailyChart
          title="Daily new mentees"
          noun={{ one: 'new mentee', many: 'new mentees' }}
          query={useQuery(dailyNewMenteesQuery(menteeDays, timeZone))}
          days={menteeDays}
          onDaysChange={setMenteeDays}
          failure={failure}
          tone="accent"
        />
      </div>
    </>
  )
}
