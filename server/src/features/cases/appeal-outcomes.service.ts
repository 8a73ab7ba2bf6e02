import type { Tx } from '../../platform/db/database.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { Sanctions } from '../moderation/sanctions.service.ts'
import { endAppeal } from './case-decisions.queries.ts'
import type { DecidedCase } from './case-outcomes.service.ts'
import { appealRefusedMail } from './cases.mails.ts'

type Deps = { sanctions: Sanctions; mails: MailQueue; recipients: MailRecipients }

/** How an appeal ends: everything that it is against is lifted, or stands. */
export function createAppealOutcomes({ sanctions, mails, recipients }: Deps) {
  return {
    async decide(tx: Tx, { row, moderator, outcomes, text }: DecidedCase) {
      const isUpheld = outcomes.some(({ kind }) => kind === 'lift')
      await endAppeal(tx, row.appealId!, isUpheld ? 'upheld' : 'refused')
      const ids = (await sanctions.ofAppeal(tx, row.appealId!)).map(({ _id }) => _id)
      const lifted = isUpheld ? await sanctions.liftAll(tx, moderator, ids, text) : []
      // What is lifted says so itself; what stands, or had ended already, is told here.
      if (lifted.length > 0) return
      const to = (await recipients.find(tx, [row.subjectId], 'messages')).get(row.subjectId)
      if (!to) return
      await mails.add(tx, {
        to,
        kind: 'appeal-decided',
        content: appealRefusedMail({ firstName: to.firstName, isUpheld, text }),
      })
    },
  }
}
export type AppealOutcomes = ReturnType<typeof createAppealOutcomes>
