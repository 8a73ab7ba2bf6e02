import { useEffect, useState } from 'react'
import { takeSignedOut } from '../../../lib/signed-out.ts'

/** To someone who did not ask for it: why they are here again. */
export function SignedOutNotice() {
  const [cause, setCause] = useState<string | null>(null)
  useEffect(() => {
    const taken = takeSignedOut()
    if (taken) setCause(taken)
  }, [])
  if (!cause) return null
  return (
    <p role="alert" className="mb-6 rounded-md bg-accent-soft px-4 py-3 text-sm text-accent-ink">
      {cause === 'elsewhere'
        ? 'You signed out in another tab.'
        : 'Your session has ended: it was signed out on another device, the password was changed, or it was not used for a long time. Sign in to go on where you were.'}
    </p>
  )
}
