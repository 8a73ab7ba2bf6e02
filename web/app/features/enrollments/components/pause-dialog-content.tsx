import type { Enrollment } from '@marga/contract/enrollments'
import { limits } from '@marga/contract/limits'
import { type FormEvent, useState } from 'react'
import { formatDate } from '../../../lib/dates.ts'
import { useNow } from '../../../lib/use-now.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { Input } from '../../../ui/input.tsx'
import { pauseComplaint, pauseObstacle, renewalAfterPause, usePauseEnrollment } from '../pause.ts'

type PauseDialogProps = { isOpen: boolean; enrollment: Enrollment; onClose: () => void }

/** What `PauseDialog` shows. */
export function PauseDialogContent({ isOpen, enrollment, onClose }: PauseDialogProps) {
  const { firstName, lastName } = enrollment.mentorId
  const obstacle = pauseObstacle(enrollment, useNow(30_000))
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(willBeOpen) => !willBeOpen && onClose()}
      title={`Pause your subscription to ${firstName} ${lastName}`}
      description={`For ${limits.pauseDaysMin} to ${limits.pauseDaysMax} days, once in ${limits.pauseEveryDays} days. You keep your place and your chat.`}
    >
      {obstacle ? (
        <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-sm text-danger-ink">
          {obstacle}
        </p>
      ) : (
        <PauseForm enrollment={enrollment} onPaused={onClose} />
      )}
    </Dialog>
  )
}

function PauseForm({ enrollment, onPaused }: { enrollment: Enrollment; onPaused: () => void }) {
  const [days, setDays] = useState('14')
  const [complaint, setComplaint] = useState<string>()
  const pause = usePauseEnrollment()
  const failure = pause.isError && pause.error.name !== 'AbortError' ? pause.error.message : null
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const found = pauseComplaint(Number(days))
    setComplaint(found)
    if (!found) pause.mutate({ enrollmentId: enrollment._id, days: Number(days) }, { onSuccess: onPaused })
  }
  return (
    <FormShell
      onSubmit={submit}
      error={failure}
      loading={pause.isPending}
      isReady
      submitLabel="Pause the subscription"
    >
      <Field label="Days" error={complaint} isRequired>
        {(control) => (
          <Input
            {...control}
            type="number"
            inputMode="numeric"
            min={limits.pauseDaysMin}
            max={limits.pauseDaysMax}
            className="max-w-28"
            value={days}
            onChange={(event) => setDays(event.currentTarget.value)}
          />
        )}
      </Field>
      <PauseMeaning enrollment={enrollment} days={Number(days)} />
    </FormShell>
  )
}

/** What the pause does, by the days that are typed. */
function PauseMeaning({ enrollment: { renewsAt }, days }: { enrollment: Enrollment; days: number }) {
  if (!renewsAt || pauseComplaint(days)) return null
  const until = formatDate(renewalAfterPause(renewsAt, days))
  return (
    <div role="status" className="rounded-md bg-sunken px-4 py-3 text-sm">
      <p>
        It renews on <strong>{until}</strong> instead of {formatDate(renewsAt)}.
      </p>
      <p className="mt-1 text-ink-soft">
        Until {formatDate(renewsAt)}, the end of the month that is paid, nothing changes. From then on you can
        read the chat, but not write or book, until {until}. Extra calls stay usable as many days longer,
        except one that was carried over from the month before.
      </p>
    </div>
  )
}
