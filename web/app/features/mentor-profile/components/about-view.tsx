import type { OwnMentorProfile } from '@marga/contract/mentors'
import { texts } from '@marga/contract/texts'
import type { ReactNode } from 'react'
import { timeZoneName } from '../../../lib/dates.ts'

/** The profile's fields to read. */
export function AboutView({ profile }: { profile: OwnMentorProfile }) {
  const { bio, shortBio, educationalQualification, languages, location, timeZone } = profile
  return (
    <div className="grid gap-6">
      <Row label="Headline">{shortBio || texts.card.defaultShortBio}</Row>
      <Row label="Bio">
        <span className="whitespace-pre-wrap">{bio}</span>
      </Row>
      <div className="grid gap-6 sm:grid-cols-2">
        <Row label="Education">{educationalQualification}</Row>
        <Row label="Working in the field since">{profile.workingSince ?? <None />}</Row>
        <Row label="Languages">{languages.join(', ') || <None />}</Row>
        <Row label="Location">{location || <None />}</Row>
        <Row label="Time zone">{timeZoneName(timeZone)}</Row>
        <Row label="Email">{profile.email}</Row>
        <Row label="Phone number">{profile.phone}</Row>
        <Row label="Website">
          <WebLink href={profile.website} />
        </Row>
        <Row label="LinkedIn">
          <WebLink href={profile.linkedInUrl} />
        </Row>
        <Row label="Twitter">
          <WebLink href={profile.twitterUrl} />
        </Row>
      </div>
    </div>
  )
}

const None = () => <span className="text-ink-faint">Not given</span>

function WebLink({ href }: { href: string | null }) {
  if (!href) return <None />
  return (
    <a href={href} target="_blank" rel="noopener noreferrer nofollow ugc" className="link break-all">
      {href.replace(/^https?:\/\//, '')}
    </a>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="text-sm font-semibold">{label}</p>
      <div className="text-ink-soft">{children}</div>
    </div>
  )
}
