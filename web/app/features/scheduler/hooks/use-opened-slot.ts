import type { Slot } from '@marga/contract/slots'
import { useState } from 'react'

type OpenedSlotOptions = {
  /** That to which a link leads; it is open until it is closed. */
  linkedSlot: Slot | null
  /** What the calendar holds by now. */
  known: readonly Slot[]
  /** Takes the link out of the address. */
  onForget: () => void
}

/** The slot whose panel is open, as the calendar knows it by now: somebody may book it while it is looked at. */
export function useOpenedSlot({ linkedSlot, known, onForget }: OpenedSlotOptions) {
  const [chosen, setChosen] = useState<Slot | null>(null)
  const opened = chosen ?? linkedSlot
  return {
    slot: known.find(({ _id }) => _id === opened?._id) ?? opened,
    open: setChosen,
    close() {
      setChosen(null)
      if (linkedSlot) onForget()
    },
  }
}
