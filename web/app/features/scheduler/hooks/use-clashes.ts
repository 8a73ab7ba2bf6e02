import type { SlotClashes } from '@marga/contract/slots'
import { useState } from 'react'

/** What the server refused of just these values; another answer in the form makes it out of date. */
export function useClashes(values: object) {
  const asked = JSON.stringify(values)
  const [refused, setRefused] = useState<{ asked: string; found: SlotClashes } | null>(null)
  return {
    clashes: refused?.asked === asked ? refused.found : null,
    refuse: (found: SlotClashes) => setRefused({ asked, found }),
  }
}
