import { useEffect, useState } from 'react'
import { takeAccountDeleted } from '../../../lib/account-deleted-notice.ts'

/** What whoever has just deleted an account reads where they arrive. */
export function AccountDeletedNotice() {
  const [isDeleted, setIsDeleted] = useState(false)
  useEffect(() => {
    if (takeAccountDeleted()) setIsDeleted(true)
  }, [])
  return (
    <div role="status" className="page">
      {isDeleted ? (
        <p className="mt-4 rounded-md bg-positive-soft px-4 py-3 text-positive-ink">
          Your account is deleted. Thank you for being here.
        </p>
      ) : null}
    </div>
  )
}
