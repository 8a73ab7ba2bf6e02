import type { Core } from '../../platform/core.ts'
import type { Tx } from '../../platform/db/database.ts'
import { deleteOwnRows, type PersonalData } from '../../platform/personal-data.ts'
import type { PushSender } from '../../platform/push/push.ts'
import type { Realtime } from '../../platform/realtime.ts'
import { deleteOldNotifications } from './notifications.queries.ts'
import { notificationRoutes } from './notifications.routes.ts'
import { createNotifications } from './notifications.service.ts'
import { createPushNotifications } from './push-notifications.service.ts'

type Needs = Core & { realtime: Realtime; pushSender: PushSender }

/** What people are told: in the product, and on their devices. */
export function createNotificationsModule(needs: Needs) {
  const notifications = createNotifications(needs)
  const pushNotifications = createPushNotifications({ ...needs, sender: needs.pushSender })
  return {
    service: { notifications, pushNotifications },
    routes: notificationRoutes({ notifications, pushNotifications }),
    jobs: { 'push:send': pushNotifications.send },
    daily: [() => deleteOldNotifications(needs.db.query, needs.clock.now())],
    personalData: {
      erase: (tx: Tx, { id }: { id: string }) => deleteOwnRows(tx, id, ['notification']),
    } satisfies PersonalData,
  }
}
