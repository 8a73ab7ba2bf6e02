import type { MemberRole } from '@marga/contract/roles'
import { Button } from '../../../ui/button.tsx'
import { useSendVerification } from '../mutations.ts'

/** The way to a confirmed address. */
export function SendConfirmation({ of: role }: { of: MemberRole }) {
  const verification = useSendVerification(role)
  return (
    <>
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
  )
}
