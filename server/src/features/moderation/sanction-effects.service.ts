import type { MemberRole } from '@marga/contract/roles'
import type { Tx } from '../../platform/db/database.ts'
import type { LoginSessions } from '../accounts/login-sessions.service.ts'
import type { EarlyEndings } from '../enrollments/early-endings.service.ts'
import type { SubscriptionNotifications } from '../enrollments/subscription-notifications.service.ts'
import type { Waitlist } from '../places/waitlist.service.ts'
import type { SlotRelease } from '../slots/slot-release.service.ts'
import type { TimeRequests } from '../time-requests/time-requests.service.ts'

type Deps = {
  loginSessions: LoginSessions
  slotRelease: SlotRelease
  earlyEndings: EarlyEndings
  subscriptionNotifications: SubscriptionNotifications
  waitlist: Waitlist
  timeRequests: TimeRequests
}
type Person = { role: MemberRole; accountId: string }

/** What ends when somebody is shut out, in the transaction that does it. */
export function createSanctionEffects(deps: Deps) {
  return {
    /** For good: bookings, open times and renewals end, too. */
    shutOut: (tx: Tx, person: Person) => shutOut(deps, tx, person),
    /** Until then: sessions before it are cancelled; subscriptions and what is booked later stay. */
    suspend: (tx: Tx, person: Person, until: Date) => suspend(deps, tx, person, until),
  }
}
export type SanctionEffects = ReturnType<typeof createSanctionEffects>

async function shutOut(deps: Deps, tx: Tx, { role, accountId }: Person) {
  const { loginSessions, slotRelease, earlyEndings, subscriptionNotifications } = deps
  await loginSessions.endAll(tx, accountId)
  await deps.waitlist.end(tx, { role, id: accountId })
  await deps.timeRequests.end(tx, { role, id: accountId })
  if (role === 'mentor') {
    await slotRelease.closeMentor(tx, accountId, 'mentor_blocked')
    await earlyEndings.stopRenewing(tx, accountId)
  } else {
    await slotRelease.releaseMentee(tx, accountId, 'mentee_blocked')
    const stopped = await earlyEndings.stopRenewingFor(tx, accountId)
    await subscriptionNotifications.renewalStopped(tx, accountId, stopped)
  }
}

async function suspend({ loginSessions, slotRelease }: Deps, tx: Tx, person: Person, until: Date) {
  const { role, accountId } = person
  await loginSessions.endAll(tx, accountId)
  if (role === 'mentor') await slotRelease.cancelMentorUntil(tx, accountId, until)
  else await slotRelease.releaseMenteeUntil(tx, accountId, until)
}
