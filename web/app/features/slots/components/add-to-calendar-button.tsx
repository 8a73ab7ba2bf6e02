import type { Slot } from '@marga/contract/slots'
import { CalendarPlus } from 'lucide-react'
import { currentTime } from '../../../lib/clock.ts'
import { useInstallation } from '../../../lib/installation.ts'
import { saveAsFile } from '../../../lib/save-as-file.ts'
import { Button } from '../../../ui/button.tsx'
import { calendarFileOf } from '../calendar-file.ts'

/** The session as a file that calendar programs open. */
export function AddToCalendarButton({ slot, roomHref }: { slot: Slot; roomHref: string }) {
  const { config, origin } = useInstallation()
  const place = { origin, productName: config.productName, roomHref }
  return (
    <Button
      variant="secondary"
      onClick={() => saveAsFile('session.ics', 'text/calendar', calendarFileOf(slot, place, currentTime()))}
    >
      <CalendarPlus className="size-5" aria-hidden="true" />
      Add to calendar
    </Button>
  )
}
