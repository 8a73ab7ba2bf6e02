import type { ListedMentee } from '@marga/contract/moderation'
import type { MemberRole } from '@marga/contract/roles'
import { Link } from 'react-router'
import { formatDate } from '../../../lib/dates.ts'
import { dossierHref } from '../../../lib/dossier-href.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { fullName } from '../rules.ts'
import { AccountStatus } from './account-status.tsx'

type PeopleTableProps<P extends ListedMentee> = {
  of: MemberRole
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
  const { of: role, caption, people, columns = [], subtitle, onToggle } = props
  const all: Column<P>[] = [
    {
      header: 'Name',
      cell: (person) => (
        <PersonCell of={role} person={person} subtitle={subtitle?.(person)} columns={columns} />
      ),
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
      cell: (person) => <AccountStatus person={person} />,
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

type PersonCellProps<P extends ListedMentee> = {
  of: MemberRole
  person: P
  subtitle: string | undefined
  columns: readonly Column<P>[]
}

/** The name, which leads to all that is known; on small screens with everything that has no column there. */
function PersonCell<P extends ListedMentee>({ of: role, person, subtitle, columns }: PersonCellProps<P>) {
  const { _id, email, phone, createdAt } = person
  return (
    <>
      <span className="flex items-center gap-3">
        <Avatar src={person.profileImageUrl} size="sm" />
        <span className="min-w-0 wrap-anywhere">
          <Link to={dossierHref({ _id, role })} className="link block font-semibold">
            {fullName(person)}
          </Link>
          {subtitle ? <span className="block text-ink-faint">{subtitle}</span> : null}
        </span>
      </span>
      <span className="mt-2 grid gap-0.5 text-ink-soft wrap-anywhere md:hidden">
        <span>{email}</span>
        {phone ? <span>{phone}</span> : null}
        <span>Joined {formatDate(createdAt)}</span>
        {columns.map(({ header, cell }) => (
          <span key={header}>
            {header}: {cell(person)}
          </span>
        ))}
        <span className="mt-1">
          <AccountStatus person={person} />
        </span>
      </span>
    </>
  )
}
