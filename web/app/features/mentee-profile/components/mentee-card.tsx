import type { MenteeProfile } from '@marga/contract/mentee-profile'
import { lazy, type ReactNode, Suspense } from 'react'
import { AboutYouCard } from '../../../components/about-you-card.tsx'
import { Chip } from '../../../components/chip.tsx'
import { timeZoneName } from '../../../lib/dates.ts'
import { cn } from '../../../ui/cn.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { MenteeChanges } from '../rules.ts'

/** The page is read far more often than it is edited. */
const MenteeForm = lazy(async () => ({ default: (await import('./mentee-form.tsx')).MenteeForm }))

type MenteeCardProps = {
  profile: MenteeProfile
  onSave: (changes: MenteeChanges) => Promise<unknown>
}

/** A mentee's profile to read, and on request to edit. */
export function MenteeCard({ profile, onSave }: MenteeCardProps) {
  return (
    <AboutYouCard
      view={<MenteeView profile={profile} />}
      form={(close) => (
        <Suspense fallback={<Skeleton className="h-96 rounded-lg" />}>
          <MenteeForm profile={profile} onSave={onSave} onClose={close} />
        </Suspense>
      )}
    />
  )
}

type TermProps = { name: string; isWide?: boolean; children: ReactNode }

const Term = ({ name, isWide, children }: TermProps) => (
  <div className={cn('min-w-0', isWide && 'sm:col-span-2')}>
    <dt className="text-sm font-semibold text-ink-faint">{name}</dt>
    <dd className="mt-0.5 wrap-anywhere">{children}</dd>
  </div>
)

const nothing = <span className="text-ink-faint">Nothing yet</span>

function MenteeView({ profile }: { profile: MenteeProfile }) {
  const { firstName, lastName, phone, about, interests, timeZone } = profile
  return (
    <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
      <Term name="Name">
        {firstName} {lastName}
      </Term>
      <Term name="Phone number">{phone || nothing}</Term>
      <Term name="Time zone">{timeZone ? timeZoneName(timeZone) : 'Same as this device'}</Term>
      <Term name="About" isWide>
        {about ? <span className="block max-w-prose whitespace-pre-line">{about}</span> : nothing}
      </Term>
      <Term name="Interests" isWide>
        {interests.length > 0 ? (
          <ul className="mt-1 flex flex-wrap gap-1.5">
            {interests.map((interest) => (
              <Chip key={interest}>{interest}</Chip>
            ))}
          </ul>
        ) : (
          nothing
        )}
      </Term>
    </dl>
  )
}
