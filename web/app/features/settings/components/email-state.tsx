import type { MemberRole } from '@marga/contract/roles'
import { BadgeCheck, MailWarning } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { useSendVerification } from '../mutations.ts'

type EmailStateProps = {
  of: MemberRole
  email: string
  isVerified: boolean
  /** Under a portrait; else it stands at the left. */
  isCentered?: boolean
}

/** Whether the address is confirmed, and the way to get there. */
export function EmailState({ of: role, email, isVerified, isCentered }: EmailStateProps) {
  const verification = useSendVerification(role)
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
          <Button
            variant="secondary"
            size="sm"
            isLoading={verification.isPending}
            disabled={verification.isSuccess}
            onClick={() => verification.mutate()}
          >
            {verification.isSuccess ? 'Email sent' : 'Send confirmation email'}
          </Button>
          <p className="text-xs text-ink-faint">
            The email has a link that confirms the address. Until then we send you security emails only.
          </p>
        </>
      )}
    </div>
  )
}
