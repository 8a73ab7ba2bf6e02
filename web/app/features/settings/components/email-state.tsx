import type { MemberRole } from '@marga/contract/roles'
import { BadgeCheck, MailWarning } from 'lucide-react'
import { Suspense } from 'react'
import { cn } from '../../../ui/cn.ts'
import { lazyWithRetry } from '../../../ui/lazy-with-prefetch.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'

/** Asked for by few, and once. */
const SendConfirmation = lazyWithRetry(async () => (await import('./send-confirmation.tsx')).SendConfirmation)

type EmailStateProps = {
  of: MemberRole
  email: string
  isVerified: boolean
  /** Under a portrait; else it stands at the left. */
  isCentered?: boolean
}

/** Whether the address is confirmed, and the way to get there. */
export function EmailState({ of: role, email, isVerified, isCentered }: EmailStateProps) {
  return (
    <div className={cn('grid gap-2', isCentered ? 'justify-items-center' : 'justify-items-start')}>
      <p className="max-w-full text-sm wrap-anywhere text-ink-soft">{email}</p>
      {isVerified ? (
        <p className="inline-flex items-center gap-1.5 text-sm font-semibold text-positive-ink">
          <BadgeCheck className="size-4.5" aria-hidden="true" />
          Email confirmed
        </p>
      ) : (
        <>
          <p className="inline-flex items-center gap-1.5 text-sm font-semibold text-danger-ink">
            <MailWarning className="size-4.5" aria-hidden="true" />
            Email not confirmed
          </p>
          <Suspense fallback={<Skeleton className="h-14 w-full" />}>
            <SendConfirmation of={role} />
          </Suspense>
        </>
      )}
    </div>
  )
}
