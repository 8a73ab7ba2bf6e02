import type { OwnMentorProfile } from '@marga/contract/mentors'
import { AboutYouCard } from '../../../components/about-you-card.tsx'
import type { ProfileChanges } from '../rules.ts'
import { AboutForm } from './about-form.tsx'
import { AboutView } from './about-view.tsx'

type AboutCardProps = { profile: OwnMentorProfile; onSave: (changes: ProfileChanges) => Promise<unknown> }

/** To read, and on request to edit. */
export function AboutCard({ profile, onSave }: AboutCardProps) {
  return (
    <AboutYouCard
      view={<AboutView profile={profile} />}
      form={(close) => <AboutForm profile={profile} onSave={onSave} onClose={close} />}
    />
  )
}
