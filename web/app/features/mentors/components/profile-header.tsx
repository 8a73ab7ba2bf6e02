import { ui } from '@marga/contract/limits'
import type { Mentor } from '@marga/contract/mentors'
import { texts } from '@marga/contract/texts'
import { BadgeCheck, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { AnswerTime } from '../../../components/answer-time.tsx'
import { Chip } from '../../../components/chip.tsx'
import { PlacesAndVacation } from '../../../components/places-and-vacation.tsx'
import { RatingLine } from '../../../components/rating-line.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Card } from '../../../ui/card.tsx'

/** Face, name, trade and at most four areas of interest. */
export function ProfileHeader({ mentor, children }: { mentor: Mentor; children?: ReactNode }) {
  return (
    <Card className="flex flex-col gap-6 sm:flex-row">
      <Avatar
        src={mentor.profileImageUrl}
        name={`${mentor.firstName} ${mentor.lastName}`}
        size="xl"
        isEager
        className="max-sm:size-24"
      />
      <div className="grid min-w-0 content-start gap-3">
        <div>
          <h1 className="text-3xl">
            {mentor.firstName} {mentor.lastName}
          </h1>
          <p className="mt-1 text-lg wrap-anywhere text-ink-soft">
            {texts.titleAtFirm(mentor.jobTitle, mentor.firmName)}
          </p>
        </div>
        <p className="flex flex-wrap items-center gap-x-5 gap-y-2 text-sm text-ink-soft">
          <RatingLine rating={mentor.rating} reviewCount={mentor.reviewCount} />
          {mentor.location ? (
            <span className="inline-flex items-center gap-1.5">
              <MapPin className="size-4 text-ink-faint" aria-hidden="true" />
              {mentor.location}
            </span>
          ) : null}
          <span className="inline-flex items-center gap-1.5 text-positive-ink">
            <BadgeCheck className="size-4.5" aria-hidden="true" />
            Vetted by a moderator
          </span>
          <PlacesAndVacation mentor={mentor} />
        </p>
        <AnswerTime response={mentor.response} isDetailed />
        <ul className="flex flex-wrap gap-1.5" aria-label="Areas of interest">
          {mentor.expertise.slice(0, ui.profileInterests).map((skill) => (
            <Chip key={skill}>{skill}</Chip>
          ))}
        </ul>
        {children}
      </div>
    </Card>
  )
}
