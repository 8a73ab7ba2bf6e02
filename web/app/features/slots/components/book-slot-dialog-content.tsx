import { limits } from '@marga/contract/limits'
import type { BookSlotForm, Slot } from '@marga/contract/slots'
import { useForm } from 'react-hook-form'
import { currentTime } from '../../../lib/clock.ts'
import { formatDate, formatTime } from '../../../lib/dates.ts'
import { useTimeZone } from '../../../lib/use-time-zone.ts'
import { resolverOf } from '../../../lib/validation.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { FormShell } from '../../../ui/form-shell.tsx'
import { Input } from '../../../ui/input.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { bookingDraft } from '../booking-draft.ts'
import { useBookSlot } from '../mutations.ts'
import { alternativesOf } from '../rules.ts'
import { SlotChoice } from './open-slot-list.tsx'
import { SlotTimes } from './slot-times.tsx'

type BookSlotDialogProps = {
  isOpen: boolean
  /** Null while it is closed. */
  slot: Slot | null
  menteeId: string
  mentorTimeZone: string | undefined
  /** That can be booked, this booking not counted. */
  calls: number
  /** Whether the subscription that pays gets new ones with its next period. */
  isRenewing: boolean
  /** Of the subscription that pays. */
  isPausedAt: (moment: Date) => boolean
  onChoose: (slot: Slot) => void
  /** Whatever came of it: how many calls are left is to be asked again. */
  onSettled: () => void
  onClose: () => void
}

/** What `BookSlotDialog` shows. Closing it, and choosing another slot, ends a booking that has no answer yet. */
export function BookSlotDialogContent({ slot, ...props }: BookSlotDialogProps) {
  return slot ? <BookSlot key={slot._id} {...props} slot={slot} /> : null
}

type BookSlotProps = BookSlotDialogProps & { slot: Slot }

function BookSlot(props: BookSlotProps) {
  const { slot, menteeId, mentorTimeZone, onSettled, onClose } = props
  const { _id: mentorId, firstName } = slot.mentorId
  const timeZone = useTimeZone()
  const refusal = refusalOf(props)
  const book = useBookSlot({
    onBooked() {
      bookingDraft(menteeId, mentorId).end()
      onClose()
    },
    onSettled,
  })
  const alternatives = alternativesOf(book.error)
  if (alternatives) return <TakenDialog {...props} alternatives={alternatives} />
  return (
    <Dialog isOpen onOpenChange={onClose} title={`Book a session with ${firstName}`}>
      <SlotTimes
        start={slot.start}
        end={slot.end}
        ownTimeZone={timeZone}
        mentorTimeZone={mentorTimeZone}
        mentorName={firstName}
      />
      {slot.mentorPreferences ? (
        <p className="mt-3 text-sm text-ink-soft">
          {firstName} says: {slot.mentorPreferences}
        </p>
      ) : null}
      {refusal ? (
        <p role="alert" className="mt-5 rounded-md bg-danger-soft px-4 py-3 text-sm text-danger-ink">
          {refusal}
        </p>
      ) : (
        <BookingForm
          {...props}
          isBooking={book.isPending}
          onBook={(values) => book.mutate({ slotId: slot._id, values: { ...values, menteeId } })}
        />
      )}
    </Dialog>
  )
}

type TakenDialogProps = BookSlotProps & { alternatives: readonly Slot[] }

/** Somebody else was quicker, or it begins too soon by now, or that day is full: what may be booked instead. */
function TakenDialog({ slot, alternatives, onChoose, onClose }: TakenDialogProps) {
  const { firstName } = slot.mentorId
  return (
    <Dialog isOpen onOpenChange={onClose} title="This time is no longer free">
      {alternatives.length === 0 ? (
        <p className="text-ink-soft">
          {firstName} has no other open times right now. Please check back later.
        </p>
      ) : (
        <>
          <p className="mb-4 text-ink-soft">These are {firstName}’s nearest open times:</p>
          <ul className="grid grid-cols-1 gap-2.5">
            {alternatives.map((other) => (
              <li key={other._id}>
                <SlotChoice
                  slot={other}
                  label={`${formatDate(other.start)}, ${formatTime(other.start)}`}
                  onChoose={onChoose}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </Dialog>
  )
}

const resolver = resolverOf<BookSlotForm>(async () => (await import('@marga/contract/slots')).bookSlotForm)

/** Why this slot cannot be booked. */
function refusalOf({ slot, calls, isRenewing, isPausedAt }: BookSlotProps): string | null {
  if (isPausedAt(new Date(slot.start))) return 'Your subscription is paused then.'
  if (calls > 0) return null
  return `You have no calls left to book with.${isRenewing ? ' You get new ones when your subscription renews.' : ''}`
}

/** Whether cancelling would give the call back. */
function refundNote({ start }: Slot): string {
  const hours = limits.callRefundHours
  const isSoon = new Date(start).getTime() - currentTime().getTime() < hours * 3_600_000
  return isSoon
    ? `It begins in less than ${hours} hours, so cancelling it does not give the call back.`
    : `Cancel ${hours} hours before or earlier, and you get it back.`
}

type BookingFormProps = BookSlotProps & { isBooking: boolean; onBook: (values: BookSlotForm) => void }

function BookingForm({ slot, menteeId, calls, isBooking, onBook }: BookingFormProps) {
  // Whoever was too late, or closed the dialog, books another time with what was already typed.
  const draft = bookingDraft(menteeId, slot.mentorId._id)
  const { register, handleSubmit, formState } = useForm<BookSlotForm>({
    resolver,
    defaultValues: { title: draft.read('title'), description: draft.read('description') },
  })
  const typed = (field: keyof BookSlotForm) =>
    register(field, { onChange: (event) => draft.write(field, event.target.value) })
  const { errors } = formState
  return (
    <FormShell
      className="mt-5"
      onSubmit={handleSubmit(onBook)}
      error={null}
      loading={isBooking}
      isReady
      submitLabel="Book this time"
      footer={
        <p className="text-center text-sm text-ink-soft">
          {calls > 1 ? `This uses 1 of your ${calls} calls.` : 'This uses your last call.'} {refundNote(slot)}
        </p>
      }
    >
      <Field label="Topic (optional)" error={errors.title?.message} hint="What do you want to talk about?">
        {(control) => (
          <Input {...control} {...typed('title')} maxLength={limits.slotTitleMax} autoComplete="off" />
        )}
      </Field>
      <Field
        label={`Notes for ${slot.mentorId.firstName} (optional)`}
        error={errors.description?.message}
        hint="Anything they should know beforehand."
      >
        {(control) => (
          <Textarea {...control} {...typed('description')} maxLength={limits.slotDescriptionMax} rows={4} />
        )}
      </Field>
    </FormShell>
  )
}
