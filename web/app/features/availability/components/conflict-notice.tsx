import type { Slot } from '@marga/contract/slots'
import { pluralize } from '../../../lib/pluralize.ts'
import { ConflictList } from './conflict-list.tsx'

type ConflictNoticeProps = { conflicts: readonly Slot[]; slotHref: (slotId: string) => string }

/** Booked sessions outside the saved hours, in time away, or at a time at which another calendar has something. */
export function ConflictNotice({ conflicts, slotHref }: ConflictNoticeProps) {
  const count = conflicts.length
  return count === 0 ? null : (
    <section
      aria-label="Sessions at times that are not open"
      className="grid gap-3 rounded-lg bg-accent-soft px-4 py-3.5"
    >
      <p>
        {pluralize(count, 'booked session lies', 'booked sessions lie')} outside your hours, in your time
        away, or under an event of another calendar. {count === 1 ? 'It stays' : 'They stay'} booked unless
        you cancel or move {count === 1 ? 'it' : 'them'}.
      </p>
      <ConflictList conflicts={conflicts} slotHref={slotHref} />
    </section>
  )
}
