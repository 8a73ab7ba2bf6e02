import { useInfiniteQuery } from '@tanstack/react-query'
import { Inbox, Keyboard, SearchX } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { PageTitle } from '../../components/page-title.tsx'
import { CaseFilterBar } from '../../features/cases/components/case-filter-bar.tsx'
import { CaseList } from '../../features/cases/components/case-list.tsx'
import { ShortcutsDialog } from '../../features/cases/components/shortcuts-dialog.tsx'
import { useCaseFilter } from '../../features/cases/hooks/use-case-filter.ts'
import { useQueueKeys } from '../../features/cases/hooks/use-queue-keys.ts'
import { casesQuery } from '../../features/cases/queries.ts'
import { allOpen, isFiltered, writeFilter } from '../../features/cases/rules.ts'
import { queueShortcuts } from '../../features/cases/shortcuts.ts'
import { paths } from '../../lib/paths.ts'
import { useNow } from '../../lib/use-now.ts'
import { Button } from '../../ui/button.tsx'
import { buttonStyle } from '../../ui/button-style.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

const searchId = 'cases'

/** The queue: everything that waits for a moderator, the first due first. */
export default function CasesPage() {
  const [filter, setFilter] = useCaseFilter()
  const [isHelpOpen, setIsHelpOpen] = useState(false)
  const query = useInfiniteQuery(casesQuery(filter))
  const now = useNow(30_000)
  const cases = query.data?.pages.flatMap((page) => page.cases)
  const onHelp = () => setIsHelpOpen(true)
  const listRef = useQueueKeys({ cases: cases ?? [], searchId, onHelp })
  const hrefOf = (id: string) => paths.moderator.case.getHref({ id }, writeFilter(filter))
  return (
    <>
      <PageTitle>Cases</PageTitle>
      <PageHeader
        title="Cases"
        description={
          filter.status === 'open'
            ? 'Everything that waits for a moderator, the first due first.'
            : 'What was decided, the last due first.'
        }
        actions={<Actions onHelp={onHelp} />}
      />
      <CaseFilterBar
        filter={filter}
        onFilter={setFilter}
        counts={query.data?.pages.at(-1)?.counts}
        searchId={searchId}
      />
      {cases && cases.length > 0 ? (
        <Card className="p-0!">
          <CaseList cases={cases} hrefOf={hrefOf} now={now} listRef={listRef} />
        </Card>
      ) : cases ? (
        <NoCases
          isFiltered={isFiltered(filter)}
          isOpen={filter.status === 'open'}
          onAll={() => setFilter({ ...allOpen, status: filter.status })}
        />
      ) : query.error ? (
        <ErrorState
          message={query.error.message}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : (
        <Skeleton className="h-96" />
      )}
      <LoadMore list={query} />
      {isHelpOpen ? (
        <ShortcutsDialog shortcuts={queueShortcuts} onClose={() => setIsHelpOpen(false)} />
      ) : null}
    </>
  )
}

const Actions = ({ onHelp }: { onHelp: () => void }) => (
  <>
    <Link to={paths.moderator.desk.getHref()} className={buttonStyle({ variant: 'secondary' })}>
      Figures
    </Link>
    <Button variant="secondary" onClick={onHelp}>
      <Keyboard className="size-5" aria-hidden="true" />
      Keys
    </Button>
  </>
)

type NoCasesProps = { isFiltered: boolean; isOpen: boolean; onAll: () => void }

const NoCases = ({ isFiltered, isOpen, onAll }: NoCasesProps) =>
  isFiltered ? (
    <EmptyState
      icon={SearchX}
      title="No cases match"
      action={
        <Button variant="secondary" onClick={onAll}>
          Show all
        </Button>
      }
    >
      Try another kind, or fewer words.
    </EmptyState>
  ) : isOpen ? (
    <EmptyState icon={Inbox} title="Nothing waits">
      New applications, tickets, disputes and appeals appear here.
    </EmptyState>
  ) : (
    <EmptyState icon={Inbox} title="Nothing decided yet">
      Cases appear here once they are decided.
    </EmptyState>
  )
