import type { ListedMentee } from '@marga/contract/moderation'
import type { MemberRole } from '@marga/contract/roles'
import { UserSearch } from 'lucide-react'
import { useState } from 'react'
import { closeWhenDecided } from '../../../lib/close-when-decided.ts'
import { Button } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { LoadMore, type MorePages } from '../../../ui/load-more.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { Column } from '../../../ui/table.tsx'
import { useChangeStatus } from '../mutations.ts'
import type { PeopleFilter } from '../rules.ts'
import { BlockDialog } from './block-dialog.tsx'
import { PeopleFilterBar } from './people-filter-bar.tsx'
import { PeopleTable } from './people-table.tsx'

/** What of an infinite query the list needs. */
type Pages = MorePages & { isError: boolean; isFetching: boolean }

type PeopleListProps<P extends ListedMentee> = {
  of: MemberRole
  filter: PeopleFilter
  onFilter: (filter: PeopleFilter) => void
  query: Pages
  /** Undefined until the first answer. */
  people: readonly P[] | undefined
  failure: string
  columns?: readonly Column<P>[]
  subtitle?: (person: P) => string
}

/** All people of a role: finding, blocking, letting in again. */
export function PeopleList<P extends ListedMentee>(props: PeopleListProps<P>) {
  const { of: role, filter, onFilter, query, people, failure, columns, subtitle } = props
  const [selected, setSelected] = useState<P | null>(null)
  const changeStatus = useChangeStatus(role)
  return (
    <>
      <PeopleFilterBar filter={filter} onFilter={onFilter} searchLabel="Search by name or email" />
      {people && people.length > 0 ? (
        <PeopleTable
          of={role}
          caption={role === 'mentee' ? 'Mentees, newest first' : 'Mentors, newest first'}
          people={people}
          columns={columns}
          subtitle={subtitle}
          onToggle={setSelected}
        />
      ) : people ? (
        <Nobody
          of={role}
          isFiltered={filter.search !== '' || filter.status !== ''}
          onShowAll={() => onFilter({ search: '', status: '' })}
        />
      ) : query.isError ? (
        <ErrorState message={failure} onRetry={() => void query.refetch()} isRetrying={query.isFetching} />
      ) : (
        <Skeleton className="h-96" />
      )}
      <LoadMore list={query} />
      {selected ? (
        <BlockDialog
          of={role}
          person={selected}
          isLoading={changeStatus.isPending}
          onClose={() => setSelected(null)}
          onConfirm={(note, end) =>
            changeStatus.mutate(
              { _id: selected._id, isBlocked: !selected.isBlocked, note },
              closeWhenDecided(() => {
                end()
                setSelected(null)
              }),
            )
          }
        />
      ) : null}
    </>
  )
}

type NobodyProps = { of: MemberRole; isFiltered: boolean; onShowAll: () => void }

function Nobody({ of: role, isFiltered, onShowAll }: NobodyProps) {
  if (!isFiltered) return <EmptyState icon={UserSearch} title={`There are no ${role}s yet`} />
  return (
    <EmptyState
      icon={UserSearch}
      title={`No ${role}s found`}
      action={
        <Button variant="secondary" onClick={onShowAll}>
          Show all
        </Button>
      }
    >
      Try part of the name, or another status.
    </EmptyState>
  )
}
