import { limits } from '@marga/contract/limits'
import { wallClock } from '@marga/contract/wall-clock'
import type { FormEvent } from 'react'
import { TimeRows } from '../../../components/time-rows.tsx'
import { currentTime } from '../../../lib/clock.ts'
import { timeZoneName } from '../../../lib/dates.ts'
import { checkTimes, hasErrors, overlapErrors, startOf } from '../../../lib/proposed-times.ts'
import { useTextDraft } from '../../../lib/use-text-draft.ts'
import { useTimeRows } from '../../../lib/use-time-rows.ts'
import { useTimeZone } from '../../../lib/use-time-zone.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { useAskForTimes } from '../mutations.ts'

type AskTimesDialogProps = { isOpen: boolean; mentorId: string; mentorName: string; onClose: () => void }

/** What `AskTimesDialog` shows. */
export const AskTimesDialogContent = ({ isOpen, mentorId, mentorName, onClose }: AskTimesDialogProps) => (
  <Dialog
    isOpen={isOpen}
    onOpenChange={(willBeOpen) => !willBeOpen && onClose()}
    title={`Ask ${mentorName} for a time`}
    description={`Give up to ${limits.proposedTimesMax} times. If ${mentorName} takes one, it is booked with one of your calls.`}
  >
    <AskTimesForm mentorId={mentorId} mentorName={mentorName} onAsked={onClose} />
  </Dialog>
)

type AskTimesFormProps = { mentorId: string; mentorName: string; onAsked: () => void }

function AskTimesForm({ mentorId, mentorName, onAsked }: AskTimesFormProps) {
  const timeZone = useTimeZone()
  const about = `ask.${mentorId}`
  const rows = useTimeRows('mentee', about)
  const { times } = rows
  const [text, setText] = useTextDraft('mentee', about)
  const ask = useAskForTimes(mentorName)
  const isOfRows = hasErrors(overlapErrors(ask.error, times, timeZone))
  const failure = ask.error && ask.error.name !== 'AbortError' && !isOfRows ? ask.error : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = checkTimes(times, { timeZone, now: currentTime() })
    rows.setErrors(found)
    if (hasErrors(found)) return
    const starts = times.map((row) => startOf(row, timeZone)!)
    ask.mutate(
      { mentorId, starts, text: text.trim() || undefined },
      {
        onSuccess() {
          rows.end()
          setText('')
          onAsked()
        },
        onError: (error) => rows.setErrors(overlapErrors(error, times, timeZone)),
      },
    )
  }
  return (
    <FormShell
      onSubmit={submit}
      error={failure?.message ?? null}
      loading={ask.isPending}
      isReady
      submitLabel={times.length === 1 ? 'Ask for this time' : 'Ask for these times'}
    >
      <TimeRows rows={rows} earliestDay={wallClock(currentTime(), timeZone).day} />
      <p className="text-sm text-ink-faint">Times are in {timeZoneName(timeZone)}.</p>
      <Field label={`Message to ${mentorName} (optional)`}>
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
