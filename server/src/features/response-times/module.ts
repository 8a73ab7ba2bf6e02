import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { Realtime } from '../../platform/realtime.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { PushNotifications } from '../notifications/push-notifications.service.ts'
import type { SearchIndex } from '../search/search-index.service.ts'
import { createResponseClocks } from './response-clocks.service.ts'
import { createResponseDeadlines } from './response-deadlines.service.ts'
import { createResponseFigures, type LateAnswersCase } from './response-figures.service.ts'
import { createResponseNotifications } from './response-notifications.service.ts'
import { responseTimeRoutes } from './response-times.routes.ts'

type Needs = Core & {
  realtime: Realtime
  mails: MailQueue
  recipients: MailRecipients
  notifications: Notifications
  pushNotifications: PushNotifications
  searchIndex: SearchIndex
  openCase: (tx: Tx, of: LateAnswersCase) => Promise<string>
}

/** The promise of an answer within 24 hours: measured, reminded of, shown. */
export function createResponseTimesModule(needs: Needs) {
  const responseClocks = createResponseClocks(needs)
  const responseFigures = createResponseFigures(needs)
  const responseNotifications = createResponseNotifications(needs)
  const responseDeadlines = createResponseDeadlines({
    ...needs,
    responseClocks,
    responseFigures,
    responseNotifications,
  })
  return {
    service: { responseClocks, responseDeadlines, responseFigures },
    routes: responseTimeRoutes({ responseFigures }),
    jobs: { 'response-times:sweep': () => responseDeadlines.sweep() },
    daily: [() => responseFigures.refreshAll(), () => responseDeadlines.forgetStandstills()],
    nextDue: responseDeadlines.nextDue,
  }
}
