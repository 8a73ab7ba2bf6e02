import { api } from '@marga/contract/api'
import { formatRupees } from '@marga/contract/prices'
import { outcomeText } from '@marga/contract/session-credit-cases'
import type { BookSlotForm } from '@marga/contract/slots'
import { texts } from '@marga/contract/texts'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { sendRequest } from '../../lib/api-client.ts'
import { formatDate, formatShortMoment } from '../../lib/dates.ts'
import { slotKeys } from '../../lib/slots/slot-keys.ts'
import { useAbandonableMutation } from '../../lib/use-abandonable-mutation.ts'
import { bookingFailure } from './rules.ts'

type Booking = { slotId: string; values: BookSlotForm & { menteeId: string } }

type BookingHandlers = { onBooked?: () => void; onSettled?: () => void }

export function useBookSlot({ onBooked, onSettled }: BookingHandlers = {}) {
  const client = useQueryClient()
  return useAbandonableMutation({
    mutationFn: (booking: Booking, signal) => sendRequest(api.slots.book, { body: booking }, { signal }),
    onSuccess: () => {
      toast.success(texts.slots.booked)
      onBooked?.()
    },
    onError: (error) => {
      const { title, description } = bookingFailure(error)
      toast.error(title, { description })
    },
    // Not waited for: what came of it is shown at once.
    onSettled: () => {
      void client.invalidateQueries({ queryKey: slotKeys.mentee })
      onSettled?.()
    },
  })
}

export function useCancelBooking() {
  const client = useQueryClient()
  return useAbandonableMutation({
    mutationFn: (slotId: string, signal) => sendRequest(api.slots.cancel, { body: { slotId } }, { signal }),
    onSuccess: ({ call }) =>
      toast.success(texts.slots.cancelled, {
        description: call ? outcomeText(call, { dateOf: formatDate, rupees: formatRupees }) : undefined,
      }),
    onError: (error) => toast.error(texts.slots.cancelFailed, { description: error.message }),
    onSettled: () => void client.invalidateQueries({ queryKey: slotKeys.mentee }),
  })
}

/** To another open time of the same mentor, without asking. What is refused the dialog shows. */
export function useMoveSession() {
  const client = useQueryClient()
  return useAbandonableMutation({
    mutationFn: (body: { slotId: string; toSlotId: string }, signal) =>
      sendRequest(api.moves.move, { body }, { signal }),
    onSuccess: ({ data: { start } }) =>
      toast.success('Session moved', { description: `It is on ${formatShortMoment(start)} now.` }),
    onSettled: () => void client.invalidateQueries({ queryKey: slotKeys.mentee }),
  })
}
