import { api } from '@marga/contract/api'
import type { Slot } from '@marga/contract/slots'
import { texts } from '@marga/contract/texts'
import { useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { sendRequest } from '../../lib/api-client.ts'
import { slotKeys } from '../../lib/slots/slot-keys.ts'
import { useAbandonableMutation } from '../../lib/use-abandonable-mutation.ts'
import { bookingFailure } from './rules.ts'

/** How the free intro call of a pair stands. */
export type IntroState =
  | { kind: 'open'; slots: readonly Slot[] }
  | { kind: 'booked'; slot: Slot }
  | { kind: 'used' }
  | { kind: 'withheld' }
  | { kind: 'none' }

/**
 * `slots`: what the mentee may book and the mentee's own. `isOffered`: the mentor has open intro times
 * in public; when the mentee sees none of them, theirs is used, or the mentee is restricted.
 */
export function introState(
  slots: readonly Slot[],
  { menteeId, now, isOffered }: { menteeId: string; now: Date; isOffered: boolean },
): IntroState {
  const intros = slots.filter(({ type }) => type === 'intro')
  const own = intros.find(
    ({ menteeId: mentee, status }) => mentee?._id === menteeId && status !== 'cancelled',
  )
  if (own && own.status === 'booked' && new Date(own.end) > now) return { kind: 'booked', slot: own }
  if (own) return { kind: 'used' }
  const open = intros.filter(({ status, start }) => status === 'open' && new Date(start) > now)
  if (open.length > 0) return { kind: 'open', slots: open }
  return { kind: isOffered ? 'withheld' : 'none' }
}

export function useBookIntro() {
  const client = useQueryClient()
  return useAbandonableMutation({
    mutationFn: (of: { mentorId: string; slotId: string }, signal) =>
      sendRequest(api.slots.bookIntro, { body: of }, { signal }),
    onSuccess: () => toast.success(texts.slots.booked),
    onError: (error) => {
      const { title, description } = bookingFailure(error)
      toast.error(title, { description })
    },
    onSettled: () => void client.invalidateQueries({ queryKey: slotKeys.mentee }),
  })
}
