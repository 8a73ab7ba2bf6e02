import type { ServerEvents } from '@marga/contract/realtime'

/** Sends to sockets. What is sent is only an announcement: the database is the truth. */
export type Realtime = {
  /** To every device of each account, in whichever process it is connected. */
  emit<E extends keyof ServerEvents>(
    accountIds: string | readonly string[],
    event: E,
    payload: ServerEvents[E],
  ): void
}
