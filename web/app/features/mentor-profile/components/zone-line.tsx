import { useState } from 'react'
import { timeZoneName } from '../../../lib/dates.ts'
import { ZoneDialog } from './zone-dialog.tsx'

/** In which zone the times stand, with a way to change it. */
export function ZoneLine({ mentorId, timeZone }: { mentorId: string; timeZone: string }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      Times are in {timeZoneName(timeZone)}.{' '}
      <button
        type="button"
        className="min-h-8 font-semibold underline underline-offset-4"
        onClick={() => setIsOpen(true)}
      >
        Change the zone
      </button>
      <ZoneDialog isOpen={isOpen} mentorId={mentorId} timeZone={timeZone} onClose={() => setIsOpen(false)} />
    </>
  )
}
