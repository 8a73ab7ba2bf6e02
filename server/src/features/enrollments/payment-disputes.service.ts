import { formatRupees } from '@marga/contract/prices'
import type { Tx } from '../../platform/db/database.ts'
import type { Moderators } from '../moderators/moderators.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'

type Deps = { notifications: Notifications; moderators: Moderators }

/** A bank that takes a payment back waits a few days for the operator's side of it, and then decides without. */
export const createPaymentDisputes = ({ notifications, moderators }: Deps) => ({
  /** The caller calls it once for each dispute. */
  async tellModerators(tx: Tx, { menteeId, amountRupees }: { menteeId: string; amountRupees: number }) {
    const content = `A payment of ${formatRupees(amountRupees)} is disputed at the bank. It is answered at the payment provider.`
    await notifications.notifyAll(
      tx,
      (await moderators.ids(tx)).map((accountId) => ({
        accountId,
        type: 'alert' as const,
        content,
        link: `/moderator/mentees-list/${menteeId}`,
      })),
    )
  },
})
export type PaymentDisputes = ReturnType<typeof createPaymentDisputes>
