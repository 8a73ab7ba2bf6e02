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
  // What an applicant answered, and where a moderator found them, stands in the case's events too.
  await tx
    .updateTable('caseEvent')
    .set({ text: '' })
    .where('what', 'in', ['applicant_answered', 'checked'])
    .where('caseId', 'in', ({ selectFrom }) =>
      selectFrom('moderationCase').select('id').where('subjectId', '=', accountId),
    )
    .execute()
  await tx.updateTable('appeal').set({ text: '' }).where('accountId', '=', accountId).execute()
  // Nor does a link that waits in a mailbox bring anything new about somebody who is gone, or a case that helps nobody.
  await tx
    .updateTable('appeal')
    .set(({ ref }) => ({ expiresAt: ref('createdAt') }))
    .where('accountId', '=', accountId)
    .where('filedAt', 'is', null)
    .execute()
}
