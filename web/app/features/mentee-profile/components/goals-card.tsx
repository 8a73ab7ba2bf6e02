import type { MenteeProfile } from '@marga/contract/mentee-profile'
import { Link } from 'react-router'
import { Chip } from '../../../components/chip.tsx'
import { Card, CardTitle } from '../../../ui/card.tsx'

type GoalsCardProps = { profile: Pick<MenteeProfile, 'about' | 'interests'>; profileHref: string }

/** What the mentee wants, in their own words, where they see it each time. */
export function GoalsCard({ profile: { about, interests }, profileHref }: GoalsCardProps) {
  const hasGoals = about !== '' || interests.length > 0
  return (
    <Card className="grid grid-cols-1 gap-3">
      <CardTitle>Your goals</CardTitle>
      {about ? <p className="line-clamp-4 wrap-anywhere text-ink-soft">{about}</p> : null}
      {interests.length > 0 ? (
        <ul className="flex flex-wrap gap-1.5" aria-label="What you want to learn">
          {interests.map((interest) => (
            <Chip key={interest}>{interest}</Chip>
          ))}
        </ul>
      ) : null}
      {hasGoals ? null : (
        <p className="text-ink-soft">Say what you want to learn. Your mentors read it before a session.</p>
      )}
      <Link to={profileHref} className="link text-sm">
        {hasGoals ? 'Change your goals' : 'Set your goals'}
      </Link>
    </Card>
  )
}
