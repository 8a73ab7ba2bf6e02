import type { Member } from './actor.ts'
import type { Tx } from './db/database.ts'

/** What a feature registers of the data that it holds about people. */
export type PersonalData = {
  /** Ends what runs and removes what is about the person alone, in the transaction of the erasure. */
  erase(tx: Tx, person: Member): Promise<unknown>
}

/** Tables whose rows belong to one account alone. */
type OwnTable =
  | 'backupCode'
  | 'blockedPerson'
  | 'communityRead'
  | 'emailVerification'
  | 'idempotencyKey'
  | 'identity'
  | 'knownDevice'
  | 'notification'
  | 'oneTimeCode'
  | 'preference'
  | 'reapplication'
  | 'reminder'
  | 'savedReply'
  | 'totp'
  | 'unreadConversations'
  | 'unreadMail'

export async function deleteOwnRows(tx: Tx, accountId: string, tables: readonly OwnTable[]) {
  for (const table of tables) await tx.deleteFrom(table).where('accountId', '=', accountId).execute()
}
