import type { SlotClashes } from '@marga/contract/slots'
import { useState } from 'react'

/** What the server rejected of just these values; another answer in the form makes it out of date. */
export function useConflicts(values: object) {
  const submitted = JSON.stringify(values)
  const [rejected, setRefused] = useState<{ submitted: string; found: SlotClashes } | null>(null)
  return {
    clashes: rejected?.submitted === submitted ? rejected.found : null,
    showConflicts: (found: SlotClashes) => setRefused({ submitted, found }),
  }
}
