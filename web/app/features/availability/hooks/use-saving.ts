import type { Slot } from '@marga/contract/slots'
import type { Vacation } from '@marga/contract/vacations'
import { useState } from 'react'
import type { HoursDraft } from '../hours-rules.ts'
import { usePreviewHours, useSaveHours } from '../mutations.ts'
import { type Refusal, refusalFrom } from '../refusal.ts'

type SavingOptions = { mentorId: string; vacations: readonly Vacation[]; onSaved: () => void }

/** Saving in two steps: what would lie outside is asked about first. What is refused stays with what was sent. */
export function useSaving({ mentorId, vacations, onSaved }: SavingOptions) {
  const preview = usePreviewHours(mentorId)
  const save = useSaveHours(mentorId, onSaved)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [asked, setAsked] = useState<{ draft: HoursDraft; conflicts: readonly Slot[] } | null>(null)
  const refuse = (draft: HoursDraft) => (error: Error) => {
    setAsked(null)
    setRefusal(refusalFrom(draft, error))
  }
  const saveNow = (draft: HoursDraft) =>
    save.mutate(
      { draft, vacations },
      {
        onSuccess: () => setAsked(null),
        onError: refuse(draft),
      },
    )
  return {
    refusal,
    /** Booked sessions about which the person is asked, or none. */
    conflicts: asked?.conflicts ?? [],
    isAsking: asked !== null,
    isSaving: preview.isPending || save.isPending,
    begin(draft: HoursDraft) {
      setRefusal(null)
      preview.mutate(
        { draft, vacations },
        {
          onSuccess: ({ conflicts }) =>
            conflicts.length > 0 ? setAsked({ draft, conflicts }) : saveNow(draft),
          onError: refuse(draft),
        },
      )
    },
    confirm: () => asked && saveNow(asked.draft),
    goBack: () => setAsked(null),
    forget: () => setRefusal(null),
  }
}
