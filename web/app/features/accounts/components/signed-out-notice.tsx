import { useEffect, useState } from 'react'
import { takeSignedOut } from '../../../lib/signed-out.ts'

const words: Record<string, string> = {
  // By the person in another tab, or by the server, which that tab was the first to hear.
  elsewhere: 'You have been signed out in this browser.',
  // By another device, a new password, time or a moderator: the server does not tell which.
  refused: 'You have been signed out. Sign in again to go on where you were.',
  reset: 'Your password is changed. Sign in with the new one.',
}

/** To someone who was signed in, or has a new password: why they are here again. */
export function SignedOutNotice() {
  const [cause, setCause] = useState<string | null>(null)
  useEffect(() => {
    const taken = takeSignedOut()
    if (taken) setCause(taken)
  }, [])
  if (!cause) return null
  return (
    <p role="alert" className="mb-6 rounded-md bg-accent-soft px-4 py-3 text-sm text-accent-ink">
      {words[cause] ?? words.refused}
    </p>
  )
}
