import type { ListedMentee } from '@marga/contract/moderation'
import { formatDate } from '../../../lib/dates.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { fullName } from '../rules.ts'

type PeopleTableProps<P extends ListedMentee> = {
  caption: string
  people: readonly P[]
  /** Columns of this kind of person, between the name and the date. */
  columns?: readonly Column<P>[]
  /** Under the name. */
  subtitle?: (person: P) => string
  onToggle: (person: P) => void
}

/** People with the state of their account, and the button that changes it. */
export function PeopleTable<P extends ListedMentee>(props: PeopleTableProps<P>) {
  const { caption, people, columns = [], subtitle, onToggle } = props
  const all: Column<P>[] = [
    {
      header: 'Name',
      cell: (person) => <Who person={person} subtitle={subtitle?.(person)} />,
    },
    {
      header: 'Contact',
      isSecondary: true,
      cell: ({ email, phone }) => (
        <>
          <span className="whitespace-nowrap">{email}</span>
          <span className="block text-ink-faint">{phone}</span>
        </>
      ),
    },
    ...columns,
    {
      header: 'Joined',
      isSecondary: true,
      cell: ({ createdAt }) => <span className="whitespace-nowrap">{formatDate(createdAt)}</span>,
    },
    {
      header: 'Status',
      isSecondary: true,
      cell: ({ isBlocked }) => <Status isBlocked={isBlocked} />,
    },
    {
      header: 'Action',
      isNumeric: true,
      cell: (person) => (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`${person.isBlocked ? 'Unblock' : 'Block'} ${fullName(person)}`}
          onClick={() => onToggle(person)}
        >
          {person.isBlocked ? 'Unblock' : 'Block'}
        </Button>
      ),
    },
  ]
  return <Table caption={caption} columns={all} rows={people} keyOf={({ _id }) => _id} />
}

const Status = ({ isBlocked }: { isBlocked: boolean }) => (
  <Badge tone={isBlocked ? 'danger' : 'positive'}>{isBlocked ? 'Blocked' : 'Active'}</Badge>
)

function Who({ person, subtitle }: { person: ListedMentee; subtitle: string | undefined }) {
  return (
    <span className="flex items-center gap-3">
      <Avatar src={person.profileImageUrl} size="sm" />
      <span className="min-w-0 break-words max-md:w-32">
        <span className="block font-semibold">{fullName(person)}</span>
        {subtitle ? <span className="block text-ink-faint">{subtitle}</span> : null}
        <span className="block truncate text-ink-soft md:hidden">{person.email}</span>
        <span className="mt-1 block md:hidden">
          <Status isBlocked={person.isBlocked} />
        </span>
      </span>
    </span>
  )
}
