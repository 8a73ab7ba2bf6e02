import { useState } from 'react'
import { isSameZone, timeZoneName } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { cityOf } from '../hours-rules.ts'

type ZoneMoveProps = {
  /** Of the hours. */
  timeZone: string
  /** Where the browser is, and what the account names. */
  ofBrowser: string
  ofAccount: string
  onMove: (timeZone: string) => void
}

/** In which zone the hours are, and the question whether they move along with a mentor who has moved. */
export function ZoneMove({ timeZone, ofBrowser, ofAccount, onMove }: ZoneMoveProps) {
  const [kept, setKept] = useState<string | null>(null)
  // Browsers keep old names for some zones: Asia/Calcutta is Asia/Kolkata.
  const browsers = isSameZone(ofBrowser, ofAccount) ? ofAccount : ofBrowser
  const elsewhere = [browsers, ofAccount].find((zone) => !isSameZone(zone, timeZone))
  const question = elsewhere === browsers ? 'You are in' : 'Your account is in'
  return (
    <>
      <p className="text-sm text-ink-soft">
        Hours are in {timeZoneName(timeZone)}, {cityOf(timeZone)}.
      </p>
      {elsewhere && elsewhere !== kept ? (
        <section
          aria-label="Time zone of your hours"
          className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg bg-accent-soft px-4 py-3"
        >
          <p className="min-w-0 flex-1 basis-64">
            {question} {cityOf(elsewhere)} now: move the hours there? 9:00 am stays 9:00 am, by the clocks of{' '}
            {cityOf(elsewhere)}.
          </p>
          <Button size="sm" mayWrap onClick={() => onMove(elsewhere)}>
            Move to {cityOf(elsewhere)}
          </Button>
          <Button size="sm" variant="secondary" mayWrap onClick={() => setKept(elsewhere)}>
            Keep {cityOf(timeZone)}
          </Button>
        </section>
      ) : null}
    </>
  )
}
