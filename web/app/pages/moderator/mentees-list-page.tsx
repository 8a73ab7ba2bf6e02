import { texts } from '@marga/contract/texts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PageTitle } from '../../components/page-title.tsx'
import { PeopleList } from '../../features/moderation/components/people-list.tsx'
import { usePeopleFilter } from '../../features/moderation/hooks/use-people-filter.ts'
import { menteesQuery } from '../../features/moderation/queries.ts'
import { useToastOnError } from '../../lib/use-toast-on-error.ts'
import { PageHeader } from '../../ui/page-header.tsx'

export default function MenteesListPage() {
  const [filter, setFilter] = usePeopleFilter()
  const query = useInfiniteQuery(menteesQuery(filter))
  // A further page that failed is said beside its button.
  useToastOnError(query.isFetchNextPageError ? null : query.error, texts.moderator.menteesFailed)
  return (
    <>
      <PageTitle>Mentees List</PageTitle>
      <PageHeader title="Mentees" description="All mentees, newest first." />
      <PeopleList
        of="mentee"
        filter={filter}
        onFilter={setFilter}
        query={query}
        people={query.data?.pages.flatMap(({ mentees }) => mentees)}
        failure={texts.moderator.menteesFailed}
      />
    </>
  )
}
