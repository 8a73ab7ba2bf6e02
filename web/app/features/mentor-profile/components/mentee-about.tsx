import type { Person } from '@marga/contract/common'
import type { MenteeAbout as About } from '@marga/contract/mentors'
import { useQuery } from '@tanstack/react-query'
import { UserRound } from 'lucide-react'
import { useState } from 'react'
import { Chip } from '../../../components/chip.tsx'
import { LinkedText } from '../../../components/linked-text.tsx'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { menteeAboutQuery } from '../queries.ts'

/** What a mentee wrote for their mentors, wherever a mentor meets them. `isNarrow`: beside a name that needs the room. */
export function MenteeAbout({ mentee, isNarrow }: { mentee: Person; isNarrow?: boolean }) {
  const [isOpen, setIsOpen] = useState(false)
  const name = `${mentee.firstName} ${mentee.lastName}`
  return (
    <>
      <Button variant="quiet" size="sm" aria-label={`About ${name}`} onClick={() => setIsOpen(true)}>
        <UserRound className="size-4" aria-hidden="true" />
        <span className={cn(isNarrow && 'max-sm:hidden')}>About</span>
      </Button>
      {isOpen ? (
        <Dialog isOpen onOpenChange={setIsOpen} title={name}>
          <AboutText menteeId={mentee._id} firstName={mentee.firstName} />
        </Dialog>
      ) : null}
    </>
  )
}

function AboutText({ menteeId, firstName }: { menteeId: string; firstName: string }) {
  const { data, error, refetch, isFetching } = useQuery(menteeAboutQuery(menteeId))
  if (data) return <BioText mentee={data} firstName={firstName} />
  return error ? (
    <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
  ) : (
    <SkeletonText lines={4} />
  )
}

function BioText({ mentee: { about, interests }, firstName }: { mentee: About; firstName: string }) {
  if (!about && interests.length === 0)
    return <p className="text-ink-soft">{firstName} has not written anything about themselves yet.</p>
  return (
    <div className="grid gap-5">
      {about ? (
        <p className="max-w-prose whitespace-pre-line wrap-anywhere">
          <LinkedText>{about}</LinkedText>
        </p>
      ) : null}
      {interests.length > 0 ? (
        <div>
          <h3 className="text-sm font-semibold">Interests</h3>
          <ul className="mt-2 flex flex-wrap gap-1.5">
            {interests.map((interest) => (
              <Chip key={interest}>{interest}</Chip>
            ))}
          </ul>
        </div>
      ) : null}
    </div>
  )
}
