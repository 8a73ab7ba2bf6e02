import { ui } from '@marga/contract/limits'
import type { MentorCard as MentorCardData } from '@marga/contract/mentor-card'
import { texts } from '@marga/contract/texts'
import { CalendarClock, MapPin } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatShortDay } from '../lib/dates.ts'
import { useTimeZone } from '../lib/use-time-zone.ts'
import { Avatar } from '../ui/avatar.tsx'
import { buttonStyle } from '../ui/button-style.ts'
import { AnswerTime } from './answer-time.tsx'
import { Chip } from './chip.tsx'
import { Highlight } from './highlight.tsx'
import { PlacesAndVacation } from './places-and-vacation.tsx'
import { Price } from './price.tsx'
import { RatingLine } from './rating-line.tsx'

type MentorCardProps = {
  mentor: MentorCardData
  profileHref: string
  /** Among the first of a page: its picture is fetched at once. */
  isEager?: boolean
  /** Words and skills by which a search found the mentor: they are marked. */
  matched?: readonly string[] | undefined
  /** Beside the name: the heart of favourites, say. */
  renderButton?: RenderButton | undefined
}

export type RenderButton = (of: { mentorId: string; name: string; className?: string }) => ReactNode

/** A mentor in a list. Put several into a list of class `rising`. */
export function MentorCard({ mentor, profileHref, isEager, matched = [], renderButton }: MentorCardProps) {
  const name = `${mentor.firstName} ${mentor.lastName}`
  return (
    <li className="relative h-full min-w-0 list-none hover:z-10">
      <article className="[contain-intrinsic-height:auto_26rem] [content-visibility:auto] grid h-full grid-cols-1 grid-rows-[auto_auto_1fr_auto] gap-4 rounded-lg border border-line bg-surface p-5 shadow-card transition-[scale,box-shadow] duration-200 motion-safe:hover:scale-110 hover:shadow-float">
        <header className="flex gap-4">
          <Avatar src={mentor.profileImageUrl} name="" size="md" isEager={isEager} />
          <div className="min-w-0 flex-1">
            {renderButton?.({ mentorId: mentor._id, name, className: 'float-right -mt-2 -mr-2 size-9' })}
            <h3 className="line-clamp-2 text-lg leading-snug">
              <Highlight text={name} matched={matched} />
            </h3>
            <p className="mt-0.5 line-clamp-2 text-sm leading-snug text-ink-soft">
              <Highlight text={texts.titleAtFirm(mentor.jobTitle, mentor.firmName)} matched={matched} />
            </p>
            <div className="mt-1.5">
              <RatingLine rating={mentor.rating} reviewCount={mentor.reviewCount} isCompact />
            </div>
          </div>
        </header>
        <p className="truncate text-sm text-ink-soft">
          <Highlight
            text={mentor.shortBio || texts.card.defaultShortBio}
            matched={mentor.shortBio ? matched : []}
          />
        </p>
        <div className="grid content-start gap-3">
          <ul className="flex flex-wrap gap-1.5" aria-label="Skills">
            {shownSkills(mentor.expertise, matched).map((skill) => (
              <Chip key={skill}>
                <Highlight text={skill} matched={matched} />
              </Chip>
            ))}
          </ul>
          <PlaceAndTime mentor={mentor} matched={matched} />
          <AnswerTime response={mentor.response} />
        </div>
        <footer className="flex items-center justify-between gap-3 border-t border-line pt-4">
          <Price monthlyFee={mentor.monthlyFee} className="text-lg" />
          <Link
            to={profileHref}
            aria-label={`Profile of ${name}`}
            className={buttonStyle({ variant: 'secondary', size: 'sm' })}
          >
            Profile
          </Link>
        </footer>
      </article>
    </li>
  )
}

type PlaceAndTimeProps = { mentor: MentorCardData; matched: readonly string[] }

function PlaceAndTime({ mentor, matched }: PlaceAndTimeProps) {
  const timeZone = useTimeZone()
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-soft">
      {mentor.location ? (
        <span className="inline-flex items-center gap-1.5">
          <MapPin className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
          <Highlight text={mentor.location} matched={matched} />
        </span>
      ) : null}
      {mentor.nextAvailableAt && !mentor.backOn ? (
        <span className="inline-flex items-center gap-1.5">
          <CalendarClock className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
          Free {formatShortDay(mentor.nextAvailableAt, timeZone)}
        </span>
      ) : null}
      <PlacesAndVacation mentor={mentor} />
    </p>
  )
}

/** The first few, those that were searched for before the others. */
const shownSkills = (skills: readonly string[], matched: readonly string[]) =>
  [
    ...skills.filter((skill) => matched.includes(skill)),
    ...skills.filter((skill) => !matched.includes(skill)),
  ].slice(0, ui.cardSkills)
