import type { OwnMentorProfile } from '@marga/contract/mentors'
import { lazy, Suspense } from 'react'
import { AboutYouCard } from '../../../components/about-you-card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import type { ProfileChanges } from '../rules.ts'
import { AboutView } from './about-view.tsx'

/** The page is read far more often than it is edited. */
const AboutForm = lazy(async () => ({ default: (await import('./about-form.tsx')).AboutForm }))

type AboutCardProps = { profile: OwnMentorProfile; onSave: (changes: ProfileChanges) => Promise<unknown> }

/** To read, and on request to edit. */
export function AboutCard({ profile, onSave }: AboutCardProps) {
  return (
    <AboutYouCard
      view={<AboutView profile={profile} />}
      form={(close) => (
        <Suspense fallback={<Skeleton className="h-96 rounded-lg" />}>
          <AboutForm profile={profile} onSave={onSave} onClose={close} />
        </Suspense>
      )}
    />
  )
}
