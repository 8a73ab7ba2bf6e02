import type { Mentor } from '@marga/contract/mentors'
import { Link } from 'react-router'
import { paths } from '../../../lib/paths.ts'
import { buttonStyle } from '../../../ui/button-style.ts'
import { type FreeTime, FreeTimes } from './free-times.tsx'

type IntroAndTimesProps = {
  mentor: Pick<Mentor, '_id' | 'nextAvailableAt'>
  times: readonly FreeTime[]
  chosen?: string | null
  /** Of the link to the intro call. */
  onIntro?: () => void
}

/** What can be had of a mentor before and after paying: the free call, and the free times, each of which leads to its booking. */
export function IntroAndTimes({ mentor, times, chosen = null, onIntro }: IntroAndTimesProps) {
  const { _id: mentorId, nextAvailableAt } = mentor
  return (
    <>
      {times.some(({ type }) => type === 'intro') ? (
        <Link
          to={paths.mentees.trial.getHref({ mentorId })}
          onClick={onIntro}
          className={buttonStyle({ variant: 'secondary', isWide: true })}
        >
          Book a free intro call
        </Link>
      ) : null}
      {nextAvailableAt ? (
        <FreeTimes
          times={times}
          chosen={chosen}
          hrefOf={(start) => paths.mentees.mentorProfile.getHref({ mentorId }, { at: start })}
        />
      ) : null}
    </>
  )
}
