import type { Availability } from '@marga/contract/availability'
import type { Slot } from '@marga/contract/slots'
import { useLayoutEffect, useRef, useState } from 'react'
import { toast } from 'sonner'
import type { HoursDraft } from '../hours-rules.ts'
import { usePreviewHours, useSaveHours } from '../mutations.ts'
import { type Refusal, refusalFrom } from '../refusal.ts'

type SavingOptions = {
  mentorId: string
  onSaved: (saved: Availability) => void
}

/**
 * Saving in two steps: what would lie outside is asked about first. What is refused stays with what was sent. Both go on
 * when the tab is switched: they are awaited, since a mutation calls back nobody who is not shown any longer.
 */
export function useSaving({ mentorId, onSaved }: SavingOptions) {
  const preview = usePreviewHours(mentorId)
  const save = useSaveHours(mentorId, onSaved)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [asked, setAsked] = useState<{ draft: HoursDraft; conflicts: readonly Slot[] } | null>(null)
  const tellIfGone = useTellIfGone()
  const saveNow = async (draft: HoursDraft) => {
    await save.mutateAsync(draft)
    setAsked(null)
  }
  const previewFirst = async (draft: HoursDraft) => {
    const { conflicts } = await preview.mutateAsync(draft)
    if (conflicts.length === 0) return saveNow(draft)
    setAsked({ draft, conflicts })
    tellIfGone('Some booked sessions are outside these hours. Save again to decide.')
  }
  const attempt = (step: (draft: HoursDraft) => Promise<void>, draft: HoursDraft) =>
    void step(draft).catch((error: Error) => {
      setAsked(null)
      setRefusal(refusalFrom(draft, error))
      tellIfGone(error.message)
    })
  return {
    refusal,
    /** Booked sessions about which the person is asked, or none. */
    conflicts: asked?.conflicts ?? [],
    isAsking: asked !== null,
    isSaving: preview.isPending || save.isPending,
    begin(draft: HoursDraft) {
      setRefusal(null)
      attempt(previewFirst, draft)
    },
    /** Saves what the form shows by now, which is not always what was asked about: a session may be cancelled meanwhile. */
    confirm: (draft: HoursDraft) => attempt(saveNow, draft),
    goBack: () => setAsked(null),
    forget: () => setRefusal(null),
  }
}

/**
 * Why nothing was saved, for whoever does not see the form any longer: what it would say is gone with it. Known from the
 * moment in which the form goes: an effect that waits for the picture would let an answer pass in between.
 */
function useTellIfGone() {
  const isGone = useRef(false)
  useLayoutEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  return (description: string) => {
    if (isGone.current) toast.error('Your weekly hours were not saved', { description })
  }
}
