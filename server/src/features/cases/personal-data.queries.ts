import type { Tx } from '../../platform/db/database.ts'

/** What moderators decided stays, with its reasons; what the person wrote of themselves goes. */
export async function eraseCasesOf(tx: Tx, accountId: string) {
  await tx.updateTable('moderationCase').set({ profile: null }).where('subjectId', '=', accountId).execute()
  await tx
    .updateTable('sanction')
    .set({ content: null })
    .where('accountId', '=', accountId)
    .where('content', 'is not', null)
    .execute()
  await tx.updateTable('appeal').set({ text: '' }).where('accountId', '=', accountId).execute()
}
