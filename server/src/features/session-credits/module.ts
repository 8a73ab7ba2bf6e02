import type { Core } from '../../platform/core.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import { createCreditDeadlines } from './credit-deadlines.service.ts'
import { createCreditHistory } from './credit-history.service.ts'
import { createCreditPeriods } from './credit-periods.service.ts'
import { createLedgerOpening } from './ledger-opening.service.ts'
import { createRefunds } from './refunds.service.ts'
import { sessionCreditRoutes } from './session-credits.routes.ts'
import { createSessionCredits } from './session-credits.service.ts'

type Needs = Core & { mails: MailQueue; recipients: MailRecipients; notifications: Notifications }

/** The ledger of what a paid month gives: a row a session credit, an event a change, and the money that goes back. */
export function createSessionCreditsModule(needs: Needs) {
  const refunds = createRefunds(needs)
  const sessionCredits = createSessionCredits({ ...needs, refunds })
  const creditPeriods = createCreditPeriods({ ...needs, refunds })
  const deadlines = createCreditDeadlines({ ...needs, sessionCredits, creditPeriods })
  const ledgerOpening = createLedgerOpening({ ...needs, sessionCredits })
  return {
    service: { sessionCredits, creditPeriods, refunds, ledgerOpening },
    routes: sessionCreditRoutes({ history: createCreditHistory(needs) }),
    jobs: { 'session-credits:sweep': () => deadlines.sweep() },
    nextDue: deadlines.nextDue,
    daily: [ledgerOpening.open],
  }
}
