import type { Tx } from '../../platform/db/database.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { Moderators } from './moderators.service.ts'

type Deps = { notifications: Notifications; moderators: Moderators }

/** What needs a person and is no case: every moderator is told. The caller sees to it that it is told once. */
export const createModeratorAlerts = ({ notifications, moderators }: Deps) => ({
  async tell(tx: Tx, content: string, link?: string) {
    const alert = { type: 'alert' as const, content, ...(link ? { link } : {}) }
    const ids = await moderators.ids(tx)
    await notifications.notifyAll(
      tx,
      ids.map((accountId) => ({ accountId, ...alert })),
    )
  },
})
export type ModeratorAlerts = ReturnType<typeof createModeratorAlerts>
