import { isStorageBlocked } from '../../../lib/storage-blocked.ts'
import { useHydrated } from '../../../lib/use-hydrated.ts'

/** Before someone types a password in vain: a browser that keeps nothing for this site cannot stay signed in. */
export function StorageNotice() {
  const isHydrated = useHydrated()
  if (!isHydrated || !isStorageBlocked()) return null
  return (
    <p role="alert" className="mb-6 rounded-md bg-danger-soft px-4 py-3 text-sm text-danger-ink">
      Your browser blocks site data, so you can’t stay signed in here. Allow cookies and site data for this
      site, then reload the page.
    </p>
  )
}
