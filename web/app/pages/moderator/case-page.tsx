import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import { CaseFile } from '../../features/cases/components/case-file.tsx'
import { CaseSteps } from '../../features/cases/components/case-head.tsx'
import { ShortcutsDialog } from '../../features/cases/components/shortcuts-dialog.tsx'
import { useCaseFilter } from '../../features/cases/hooks/use-case-filter.ts'
import { useQueueOrder } from '../../features/cases/hooks/use-queue-order.ts'
import { useShortcuts } from '../../features/cases/hooks/use-shortcuts.ts'
import { caseQuery } from '../../features/cases/queries.ts'
import { writeFilter } from '../../features/cases/rules.ts'
import { caseShortcuts } from '../../features/cases/shortcuts.ts'
import { ApplicationDetails } from '../../features/moderation/components/application.tsx'
import { paths } from '../../lib/paths.ts'
import { useNow } from '../../lib/use-now.ts'
import { Card, CardTitle } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const { cases, case: one } = paths.moderator
const ids = { decision: 'decision', note: 'note' }

const focus = (selector: string) => {
  const found = document.querySelector<HTMLElement>(selector)
  found?.focus()
  found?.scrollIntoView({ block: 'nearest' })
}
const focusDecision = () =>
  focus(document.querySelector(`#${ids.decision} form`) ? `#${ids.decision} input` : `#${ids.decision}`)

/** One case of the queue that its address names. */
export default function CasePage() {
  const { id = '' } = useParams()
  const [filter] = useCaseFilter()
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const navigate = useNavigate()
  const { next, previous } = useQueueOrder(filter, id)
  const hrefOf = (caseId: string | undefined) => caseId && one.getHref({ id: caseId }, writeFilter(filter))
  const queue = { href: cases.getHref({}, writeFilter(filter)), state: { fromCase: id } }
  const go = (href: string | undefined) => href && void navigate(href)
  useShortcuts({
    d: focusDecision,
    n: () => focus(`[data-note="${ids.note}"]`),
    j: () => go(hrefOf(next)),
    k: () => go(hrefOf(previous)),
    u: () => void navigate(queue.href, { state: queue.state }),
    '?': () => setIsHelpOpen(true),
  })
  return (
    <>
      <CaseSteps queue={queue} nextHref={hrefOf(next)} previousHref={hrefOf(previous)} />
      <OneCase key={id} id={id} nextHref={hrefOf(next)} />
      {isHelpOpen ? <ShortcutsDialog shortcuts={caseShortcuts} onClose={() => setIsHelpOpen(false)} /> : null}
    </>
  )
}

function OneCase({ id, nextHref }: { id: string; nextHref: string | undefined }) {
  const { data, error, refetch, isFetching } = useQuery(caseQuery(id))
  const now = useNow(30_000)
  if (data) {
    const { case: shown, events, evidence } = data
    return (
      <>
        <PageTitle>{shown.subject}</PageTitle>
        <CaseFile
          of={shown}
          events={events}
          evidence={evidence}
          application={
            evidence.application ? (
              <Card>
                <CardTitle>The application</CardTitle>
                <ApplicationDetails request={evidence.application} />
              </Card>
            ) : null
          }
          now={now}
          ids={ids}
          nextHref={nextHref}
        />
      </>
    )
  }
  return (
    <>
      <PageTitle>Case</PageTitle>
      {error ? (
        <div className="grid gap-5">
          <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
          <Link to={cases.getHref()} className="link justify-self-start">
            All cases
          </Link>
        </div>
      ) : (
        <Skeleton className="h-120" />
      )}
    </>
  )
}
