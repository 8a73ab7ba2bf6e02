import type { Clock, NewId } from '../clock.ts'
import type { Database, Db } from '../db/database.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Attachment, MailTransport } from './mail.ts'
import { type MailContent, renderMail } from './render.ts'

type Deps = {
  db: Database
  jobs: Jobs
  clock: Clock
  newId: NewId
  transport: MailTransport
  productName: string
  publicUrl: () => string
}

export type QueuedMail = { to: string; kind: string; content: MailContent; attachments?: Attachment[] }

/** Mail is written down inside the business transaction and sent by a job after it has committed. */
export function createMailQueue({ db, jobs, clock, newId, transport, productName, publicUrl }: Deps) {
  return {
    async add(tx: Db, mail: QueuedMail) {
      const { text, html } = await renderMail(mail.content, { productName, publicUrl: publicUrl() })
      const id = newId()
      await tx
        .insertInto('mail')
        .values({
          id,
          recipient: mail.to,
          kind: mail.kind,
          subject: mail.content.subject,
          text,
          html,
          attachments: JSON.stringify(mail.attachments ?? []),
          createdAt: clock.now(),
        })
        .execute()
      await jobs.add(tx, 'mail:send', { mailId: id })
    },

    /** Safe to run twice: the row is locked while it is sent, and one that was sent is skipped. */
    async send({ mailId }: { mailId: string }) {
      await db.transact(async (tx) => {
        const mail = await tx
          .selectFrom('mail')
          .selectAll()
          .where('id', '=', mailId)
          .where('sentAt', 'is', null)
          .forUpdate()
          .executeTakeFirst()
        if (!mail) return
        const attachments = mail.attachments as Attachment[]
        await transport.send({
          to: mail.recipient,
          subject: mail.subject,
          text: mail.text,
          html: mail.html,
          attachments,
        })
        await tx.updateTable('mail').set({ sentAt: clock.now() }).where('id', '=', mailId).execute()
      })
    },

    /** What was written, newest first, for the demo's outbox page. */
    outbox: (to: string | undefined) =>
      db.query
        .selectFrom('mail')
        .selectAll()
        .$if(to !== undefined, (query) => query.where('recipient', '=', to!))
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(100)
        .execute(),
  }
}
export type MailQueue = ReturnType<typeof createMailQueue>
