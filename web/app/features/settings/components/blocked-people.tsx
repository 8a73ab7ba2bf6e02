import type { Person } from '@marga/contract/common'
import type { MemberRole } from '@marga/contract/roles'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { KnownPeople } from '../../../lib/known-people.ts'
import { useFocusWhenFewer } from '../../../lib/use-focus-after.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { useUnblockPerson } from '../mutations.ts'
import { blockedPeopleQuery } from '../queries.ts'
import { BlockPersonDialog } from './block-person-dialog.tsx'

const fullName = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`
export type BlockedPeopleProps = {
  of: MemberRole
  /** Whom the person had dealings with, so that there is somebody to choose. */
  known: KnownPeople
}

/** Who is blocked, with a way to end it, and a way to block somebody else. */
export function BlockedPeople({ of: role, known }: BlockedPeopleProps) {
  const { data: blocked, error, refetch, isFetching } = useQuery(blockedPeopleQuery(role))
  const unblock = useUnblockPerson(role)
  const place = useFocusWhenFewer<HTMLDivElement>(blocked?.length ?? 0)
  if (!blocked) {
    if (!error) return <SkeletonText lines={2} />
    return <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
  }
  return (
    <div ref={place} tabIndex={-1} className="grid grid-cols-1 gap-5 outline-none">
      {blocked.length === 0 ? (
        <p className="text-ink-soft">You have not blocked anyone.</p>
      ) : (
        <ul className="grid grid-cols-1 gap-3">
          {blocked.map((person) => (
            <li key={person._id} className="flex items-center gap-3">
              <Avatar src={person.profileImageUrl} size="sm" />
              <span className="min-w-0 flex-1 truncate font-semibold">{fullName(person)}</span>
              <Button
                variant="secondary"
                size="sm"
                isLoading={unblock.isPending && unblock.variables._id === person._id}
                aria-label={`Unblock ${fullName(person)}`}
                onClick={() => unblock.mutate(person)}
              >
                Unblock
              </Button>
            </li>
          ))}
        </ul>
      )}
      <BlockPerson
        of={role}
        known={{
          ...known,
          people: known.people.filter(({ _id }) => !blocked.some((person) => person._id === _id)),
        }}
      />
    </div>
  )
}

function BlockPerson({ of: role, known: { people, failure } }: BlockedPeopleProps) {
  const [chosenId, setChosenId] = useState('')
  const [asked, setAsked] = useState<Person | null>(null)
  if (people.length === 0) return failure ? <ErrorState {...failure} /> : null
  const chosen = people.find(({ _id }) => _id === chosenId)
  const options = [
    { value: '', label: 'Choose someone' },
    ...people.map((person) => ({ value: person._id, label: fullName(person) })),
  ]
  return (
    <div className="flex flex-wrap items-end gap-3">
      <Field label="Block someone" className="min-w-0 flex-1 basis-48">
        {(control) => (
          <Select
            {...control}
            options={options}
            value={chosen?._id ?? ''}
            onChange={(event) => setChosenId(event.currentTarget.value)}
          />
        )}
      </Field>
      <Button variant="secondary" disabled={!chosen} onClick={() => chosen && setAsked(chosen)}>
        Block
      </Button>
      {asked ? <BlockPersonDialog of={role} person={asked} onClose={() => setAsked(null)} /> : null}
    </div>
  )
}
