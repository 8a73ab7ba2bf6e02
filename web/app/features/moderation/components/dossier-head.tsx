import type { ListedMentee, ListedMentor } from '@marga/contract/moderation'
import type { MemberRole } from '@marga/contract/roles'
import { texts } from '@marga/contract/texts'
import { type ReactNode, useState } from 'react'
import { closeWhenDecided } from '../../../lib/close-when-decided.ts'
import { formatDate } from '../../../lib/dates.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { useChangeStatus } from '../mutations.ts'
import { fullName } from '../rules.ts'
import { BlockDialog } from './block-dialog.tsx'

type DossierHeadProps = {
  /** Badges: blocked, suspended, warned … */
  status: ReactNode
} & ({ of: 'mentee'; person: ListedMentee } | { of: 'mentor'; person: ListedMentor })

/** Who it is, how to reach them, and the button that blocks or lets in again. */
export function DossierHead({ of: role, person, status }: DossierHeadProps) {
  // As the person was when it was asked: another moderator may do the same meanwhile, and must not be undone.
  const [asked, setAsked] = useState<ListedMentee | null>(null)
  const changeStatus = useChangeStatus(role)
  return (
    <Card className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-start gap-4">
        <Avatar src={person.profileImageUrl} size="lg" />
        <div className="min-w-0 flex-1 basis-48">
          <h1 className="text-3xl wrap-anywhere">{fullName(person)}</h1>
          <p className="text-ink-soft wrap-anywhere">{subtitle[role](person as ListedMentor)}</p>
          <p className="mt-2 flex flex-wrap gap-2">{status}</p>
        </div>
        <Button variant={person.isBlocked ? 'secondary' : 'danger'} onClick={() => setAsked(person)}>
          {person.isBlocked ? 'Unblock' : 'Block'}
        </Button>
      </div>
      <dl className="grid gap-x-8 gap-y-4 border-t border-line pt-5 sm:grid-cols-3">
        <Entry label="Email">
          <a href={`mailto:${person.email}`} className="link wrap-anywhere">
            {person.email}
          </a>
        </Entry>
        <Entry label="Phone number">{person.phone || 'Not given'}</Entry>
        <Entry label="Joined">{formatDate(person.createdAt)}</Entry>
        {role === 'mentor' ? (
          <>
            <Entry label="Subscribers">{person.subscribers}</Entry>
            <Entry label="Rating">{ratingText(person)}</Entry>
          </>
        ) : null}
      </dl>
      {asked ? (
        <BlockDialog
          of={role}
          person={asked}
          isLoading={changeStatus.isPending}
          onClose={() => setAsked(null)}
          onConfirm={(note, end) =>
            changeStatus.mutate(
              { _id: asked._id, isBlocked: !asked.isBlocked, note },
              closeWhenDecided(() => {
                end()
                setAsked(null)
              }),
            )
          }
        />
      ) : null}
    </Card>
  )
}

const subtitle: Record<MemberRole, (person: ListedMentor) => string> = {
  mentee: () => 'Mentee',
  mentor: ({ jobTitle, firmName }) =>
    ['Mentor', texts.titleAtFirm(jobTitle, firmName)].filter(Boolean).join(', '),
}

const ratingText = ({ rating, reviewCount }: ListedMentor) =>
  rating === null ? texts.card.unrated : `${rating.toFixed(1)} (${reviewCount})`

const Entry = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm font-semibold">{label}</dt>
    <dd className="text-ink-soft">{children}</dd>
  </div>
)
