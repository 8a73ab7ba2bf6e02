import { type Role, roles } from '@marga/contract/roles'
import { readLogin } from './auth-storage.ts'

/** So long a page that is left waits for what is told elsewhere. */
const waitMs = 3_000

export const waitAtMost = () => new Promise<false>((resolve) => setTimeout(resolve, waitMs, false))

/** With another role signed in here, this browser's notices are that one's too. */
export const isLastLogin = (role: Role): boolean =>
  roles.every((other) => other === role || !readLogin(other))

/** Asked for only now: offline it may not be there, and then the server sends nothing to an ended session. */
export const endPush = (): Promise<void> =>
  import('./push.ts').then(({ unsubscribe }) => unsubscribe()).catch(() => undefined)

/** With another role signed in here notices still come, and those that lie there may name who has left. */
export const closeNotices = (): Promise<void> =>
  import('./push.ts').then((push) => push.closeNotices()).catch(() => undefined)
