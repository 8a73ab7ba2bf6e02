import { formatRupees } from '@marga/contract/prices'
import { formatPlainDate } from '../../platform/date-format.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { ModeratorAlerts } from '../moderators/moderator-alerts.service.ts'
import { isPresent } from './payments.queries.ts'

type Disputed = { menteeId: string; amount: number; paidAt: Date; providerChargeId: string }
type Deps = { moderatorAlerts: ModeratorAlerts }

/** A bank that takes a payment back waits a few days for the operator's side of it, and then decides without. */
export const createPaymentDisputes = ({ moderatorAlerts }: Deps) => ({
  /** The caller calls it once for each dispute. */
  async tellModerators(tx: Tx, { menteeId, amount, paidAt, providerChargeId }: Disputed) {
    const content = `A payment of ${formatRupees(amount)} of ${formatPlainDate(paidAt, null)} (${providerChargeId}) is disputed at the bank. It is answered at the payment provider.`
    // Of an account that was deleted there is no page.
    const link = (await isPresent(tx, menteeId)) ? `/moderator/mentees-list/${menteeId}` : undefined
    await moderatorAlerts.tell(tx, content, link)
  },
})
export type PaymentDisputes = ReturnType<typeof createPaymentDisputes>
