import { BadgeCheck, MailWarning } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'

type EmailStateProps = {
  email: string
  isVerified: boolean
  isSending: boolean
  isSent: boolean
  onSend: () => void
}

/** Whether the address is confirmed, and the way to get there. */
export function EmailState({ email, isVerified, isSending, isSent, onSend }: EmailStateProps) {
  return (
    <div className="grid justify-items-center gap-2">
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
          <Button variant="secondary" size="sm" isLoading={isSending} disabled={isSent} onClick={onSend}>
            {isSent ? 'Mail sent' : 'Send mail'}
          </Button>
          <p className="text-xs text-ink-faint">The mail holds a link that confirms the address.</p>
        </>
      )}
    </div>
  )
}
