import type { ListedMentor } from '@marga/contract/moderation'
import { texts } from '@marga/contract/texts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PageTitle } from '../../components/page-title.tsx'
import { PeopleList } from '../../features/moderation/components/people-list.tsx'
import { usePeopleFilter } from '../../features/moderation/hooks/use-people-filter.ts'
import { mentorsQuery } from '../../features/moderation/queries.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import type { Column } from '../../ui/table.tsx'

const columns: readonly Column<ListedMentor>[] = [
  { header: 'Subscribers', isSecondary: true, isNumeric: true, cell: ({ subscribers }) => subscribers },
  {
    header: 'Rating',
    isSecondary: true,
    isNumeric: true,
    cell: ({ rating, reviewCount }) =>
      rating === null ? (
        <span className="text-ink-faint">{texts.card.unrated}</span>
      ) : (
        <span className="whitespace-nowrap">{`${rating.toFixed(1)} (${reviewCount})`}</span>
      ),
  },
]

export default function MentorsListPage() {
  const [filter, setFilter] = usePeopleFilter()
  const query = useInfiniteQuery(mentorsQuery(filter))
  return (
    <>
      <PageTitle>Mentors List</PageTitle>
      <PageHeader title="Mentors" description="All accepted mentors, newest first." />
      <PeopleList<ListedMentor>
        of="mentor"
        filter={filter}
        onFilter={setFilter}
        query={query}
        people={query.data?.pages.flatMap(({ mentors }) => mentors)}
        failure="Error Fetching Mentors List"
        columns={columns}
        subtitle={({ jobTitle, firmName }) => texts.titleAtFirm(jobTitle, firmName)}
      />
    </>
  )
}
