import type { MentorCard } from '@marga/contract/mentor-card'
import { formatShortDay } from '../lib/dates.ts'
import { pluralize } from '../lib/pluralize.ts'

type PlacesAndVacationProps = { mentor: Pick<MentorCard, 'capacity' | 'backOn'> }

/** Whether a mentor is away, and whether there is a place: nothing where there is nothing to say. */
export const PlacesAndVacation = ({ mentor }: PlacesAndVacationProps) =>
  [awayText(mentor), placesText(mentor.capacity)].map((text) => text && <span key={text}>{text}</span>)

const awayText = ({ backOn }: PlacesAndVacationProps['mentor']) =>
  backOn ? `Away, back on ${formatShortDay(`${backOn}T12:00:00Z`, 'UTC')}` : null

const fewPlacesMax = 5

/** "2 places left" while there are few, "Full, 12 waiting". */
function placesText({ isFull, placesLeft, waiting }: MentorCard['capacity']) {
  if (isFull) return waiting ? `Full, ${waiting} waiting` : 'Full'
  return placesLeft && placesLeft <= fewPlacesMax ? `${pluralize(placesLeft, 'place')} left` : null
}
