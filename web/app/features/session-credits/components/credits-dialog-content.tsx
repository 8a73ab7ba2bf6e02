import type { Balance } from '@marga/contract/session-credit-cases'
import { balanceText } from '@marga/contract/session-credit-cases'
import { formatDate } from '../../../lib/dates.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { CreditList } from './credit-list.tsx'

type CreditsDialogProps = {
  isOpen: boolean
  enrollmentId: string
  mentorName: string
  /** What can be booked with; null where the subscription is over or paused. */
  balance: Balance | null
  onClose: () => void
}

/** What `CreditsDialog` shows. */
export function CreditsDialogContent(props: CreditsDialogProps) {
  const { isOpen, enrollmentId, mentorName, balance, onClose } = props
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(willBeOpen) => !willBeOpen && onClose()}
      kind="sheet"
      title={`Your calls with ${mentorName}`}
      description={balance ? balanceText(balance, formatDate) : undefined}
    >
      <CreditList enrollmentId={enrollmentId} />
    </Dialog>
  )
}
