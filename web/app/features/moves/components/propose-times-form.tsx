import { limits } from '@marga/contract/limits'
import type { MemberRole } from '@marga/contract/roles'
import type { Slot } from '@marga/contract/slots'
import { wallClock } from '@marga/contract/wall-clock'
import type { FormEvent } from 'react'
import { TimeRows } from '../../../components/time-rows.tsx'
import { currentTime } from '../../../lib/clock.ts'
import { timeZoneName } from '../../../lib/dates.ts'
import { checkTimes, hasErrors, overlapErrors, startOf } from '../../../lib/proposed-times.ts'
import { useTextDraft } from '../../../lib/use-text-draft.ts'
import { useTimeRows } from '../../../lib/use-time-rows.ts'
import { useTimeZone } from '../../../lib/use-time-zone.ts'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { useProposeTimes } from '../mutations.ts'

type ProposeTimesFormProps = {
  of: MemberRole
  slot: Slot
  /** Who is asked. */
  otherName: string
  onProposed: () => void
}

/** One to three other times for a booked session, in the person's own zone, and a few words. */
export function ProposeTimesForm({ of: role, slot, otherName, onProposed }: ProposeTimesFormProps) {
  const timeZone = useTimeZone()
  const about = `propose.${slot._id}`
  const rows = useTimeRows(role, about)
  const { times } = rows
  const [text, setText] = useTextDraft(role, about)
  const propose = useProposeTimes(role)
  const isOfRows = hasErrors(overlapErrors(propose.error, times, timeZone))
  const failure = propose.error && propose.error.name !== 'AbortError' && !isOfRows ? propose.error : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkTimes(times, { timeZone, now: currentTime(), bookedStart: slot.start })
    rows.setErrors(found)
    if (hasErrors(found)) return
    const starts = times.map((row) => startOf(row, timeZone)!)
    propose.mutate(
      { slotId: slot._id, starts, text: text.trim() || undefined },
      {
        onSuccess() {
          rows.end()
          setText('')
          onProposed()
        },
        onError: (error) => rows.setErrors(overlapErrors(error, times, timeZone)),
      },
    )
  }
  return (
    <FormShell
      onSubmit={submit}
      error={failure?.message ?? null}
      loading={propose.isPending}
      isReady
      submitLabel={times.length === 1 ? 'Propose this time' : 'Propose these times'}
    >
      <p className="text-sm text-ink-soft">
        {otherName} chooses one or keeps the booked time. Until then nothing changes. Times are in{' '}
        {timeZoneName(timeZone)}.
      </p>
      <TimeRows rows={rows} earliestDay={wallClock(currentTime(), timeZone).day} />
      <Field label={`Message to ${otherName} (optional)`}>
        {(control) => (
          <Textarea
            {...control}
            rows={2}
            maxLength={limits.proposalTextMax}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
    </FormShell>
  )
}
