import { type Selectable, sql } from 'kysely'
import { after, type Clock, daysMs, minutesMs, type NewId } from '../clock.ts'
import { anyOf } from '../db/any-of.ts'
import type { Database, Db } from '../db/database.ts'
import type { Mail } from '../db/types.generated.ts'
import type { Jobs } from '../jobs/jobs.ts'
import { type Attachment, MailRefused, type MailTransport, type QueuedMail } from './mail.ts'
import { createMailCaps } from './mail-caps.ts'
import { createMailDigests } from './mail-digests.ts'
import { classOf, maySend } from './mail-kinds.ts'
import { type MailContent, renderMail } from './render.ts'

type Deps = {
  db: Database
  jobs: Jobs
  clock: Clock
  newId: NewId
  transport: MailTransport
  productName: string
  publicUrl: () => string
  /** Multiplies what a mailbox gets in an hour. */
  factor: number
}

type UnrenderedRow = Pick<Selectable<Mail>, 'content' | 'text' | 'html' | 'unsubscribeUrl'>

/** Longer than any sending can take: every step of SMTP ends within seconds. */
const claimMinutes = 5
const retentionDays = 30
/** What one job sends at once: few enough to be done with long before their claim runs out. */
const ofOneJob = 10

/**
 * What a mail says is written down inside the business transaction; a job draws and sends it after that has
 * committed. Drawing takes milliseconds, which nobody who books or signs in waits for.
 *
 * Sent once: a sender claims the row by one conditional update that commits before it talks to the
 * server, so that no transaction and no lock is held meanwhile, and a second run of the job finds the
 * claim and sends nothing. A failure gives the claim back and the job tries again, for days.
 *
 * A crash between the server's acceptance and our note of it cannot be told from a crash just before
 * the acceptance, as SMTP has no way to ask. We send again then, since a code or a cancellation
 * that never comes is worse than one that comes twice, and with the same Message-ID, by which mail
 * servers and programs recognise the repeat. The claim that the crash left behind runs out, and
 * `resendLeftBehind` finds it.
 */
export function createMailQueue(deps: Deps) {
  const { db, jobs, clock, newId, transport, productName, publicUrl } = deps
  const caps = createMailCaps(deps)
  const digests = createMailDigests({ db, clock, newId, add: (tx, id, mail) => insert(tx, [{ id, mail }]) })

  const render = (content: MailContent, unsubscribeUrl: string | null) =>
    renderMail(content, {
      productName,
      publicUrl: publicUrl(),
      ...(unsubscribeUrl ? { unsubscribeUrl } : {}),
    })

  const rendered = <Row extends UnrenderedRow>(row: Row) => ({
    ...row,
    ...(row.content
      ? render(row.content as MailContent, row.unsubscribeUrl)
      : { text: row.text!, html: row.html! }),
  })

  async function insert(tx: Db, mails: { id: string; mail: QueuedMail }[]) {
    if (mails.length === 0) return
    const rows = mails.map(({ id, mail }) => ({
      id,
      recipient: mail.to.email,
      kind: mail.kind,
      subject: mail.content.subject.replace(/\s+/g, ' '),
      content: JSON.stringify(greeted(mail)),
      attachments: JSON.stringify(mail.attachments ?? []),
      unsubscribeUrl: mail.unsubscribeUrl ?? null,
      usefulUntil: mail.usefulUntil ?? null,
      createdAt: clock.now(),
    }))
    await tx.insertInto('mail').values(rows).execute()
    const ids = rows.map(({ id }) => id)
    await jobs.addAll(
      tx,
      'mail:render',
      inParts(ids).map((mailIds) => ({ mailIds })),
    )
  }

  /** Those that nobody else has; they are drawn from then on, so that a repeat says the same. */
  async function claim(mailIds: readonly string[], now: Date) {
    const written = await db.query
      .selectFrom('mail')
      .select(['id', 'content', 'text', 'html', 'unsubscribeUrl'])
      .where('id', '=', anyOf(mailIds))
      .where('sentAt', 'is', null)
      .where('failedAt', 'is', null)
      .where('heldAt', 'is', null)
      .execute()
    const rows = written.map(rendered)
    const ids = rows.map(({ id }) => id)
    const [texts, htmls] = [rows.map(({ text }) => text), rows.map(({ html }) => html)]
    const given = sql<{ id: string; text: string; html: string }>`
      unnest(${ids}::uuid[], ${texts}::text[], ${htmls}::text[])`
    return db.query
      .updateTable('mail')
      .from(given.as<'drawn'>(sql`drawn(id, text, html)`))
      .set((eb) => ({
        claimedUntil: after(now, minutesMs(claimMinutes)),
        text: eb.ref('drawn.text'),
        html: eb.ref('drawn.html'),
        content: null,
      }))
      .whereRef('mail.id', '=', 'drawn.id')
      .where('mail.sentAt', 'is', null)
      .where('mail.failedAt', 'is', null)
      .where((eb) => eb.or([eb('mail.claimedUntil', 'is', null), eb('mail.claimedUntil', '<', now)]))
      .returningAll('mail')
      .execute()
  }

  const note = (
    mailId: string,
    outcome: { sentAt: Date } | { failedAt: Date; failure: string } | { claimedUntil: null },
  ) =>
    db.query
      .updateTable('mail')
      .set({ claimedUntil: null, ...outcome })
      .where('id', '=', mailId)
      .execute()

  /** @throws what the transport threw when another try may do; the claim is given back then */
  async function deliver(mail: Selectable<Mail>) {
    try {
      if (mail.usefulUntil && mail.usefulUntil < clock.now()) throw new MailRefused('Too late to be of use.')
      await transport.send({
        id: mail.id,
        to: mail.recipient,
        subject: mail.subject,
        text: mail.text!,
        html: mail.html!,
        attachments: mail.attachments as Attachment[],
        unsubscribeUrl: mail.unsubscribeUrl,
      })
    } catch (error) {
      if (error instanceof MailRefused)
        return note(mail.id, { failedAt: clock.now(), failure: error.message.slice(0, 500) })
      await note(mail.id, { claimedUntil: null })
      throw error
    }
    // At once, and not with the others of the job: a crash meanwhile would repeat what has gone out.
    await note(mail.id, { sentAt: clock.now() })
  }

  return {
    /** All of them that may go to their addressee, in two statements, however many. */
    add: (tx: Db, ...mails: QueuedMail[]) =>
      insert(
        tx,
        mails.filter(({ kind, to }) => maySend(kind, to)).map((mail) => ({ id: newId(), mail })),
      ),

    /** Writes the digests that are due. Safe to repeat. */
    sendDigests: () => digests.sendDue(),

    /**
     * Safe to run twice: only who holds the claim sends, and what was sent cannot be claimed. One that fails leaves
     * the others alone, and is tried again with the job.
     */
    async send({ mailIds }: { mailIds: readonly string[] }) {
      await caps.admit(mailIds)
      const claimed = await claim(mailIds, clock.now())
      const outcomes = await Promise.allSettled(claimed.map(deliver))
      const failed = outcomes.find((outcome) => outcome.status === 'rejected')
      if (failed) throw failed.reason
    },

    /** Enqueues again what a crashed process was sending. Safe to repeat: the claim decides who sends. */
    async resendLeftBehind() {
      const left = await db.query
        .selectFrom('mail')
        .select('id')
        .where('sentAt', 'is', null)
        .where('failedAt', 'is', null)
        .where('claimedUntil', '<', clock.now())
        .limit(500)
        .execute()
      for (const { id } of left)
        await jobs.add(db.query, 'mail:render', { mailIds: [id] }, { key: `mail:${id}` })
    },

    /** Mails hold codes, links and names: a month after they went out, or failed, nobody needs them. */
    async prune() {
      await db.query
        .deleteFrom('mail')
        .where('createdAt', '<', after(clock.now(), -daysMs(retentionDays)))
        .where((eb) =>
          eb.or([
            eb('sentAt', 'is not', null),
            eb('failedAt', 'is not', null),
            eb('digestId', 'is not', null),
          ]),
        )
        .execute()
    },

    /** What was written, newest first, for the demo's outbox page. */
    async outbox(to: string | undefined) {
      const rows = await db.query
        .selectFrom('mail')
        .selectAll()
        .where('heldAt', 'is', null)
        .$if(to !== undefined, (query) => query.where('recipient', '=', to!))
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(100)
        .execute()
      return rows.map(rendered)
    },

    /** What was written to an address, as it may take it away: without what somebody else could act by, who got hold of the file. */
    async writtenTo(recipient: string) {
      const rows = await db.query
        .selectFrom('mail')
        .select(['kind', 'subject', 'content', 'text', 'html', 'unsubscribeUrl', 'createdAt', 'sentAt'])
        .where('recipient', '=', recipient)
        .execute()
      return rows.map((row) => {
        const { kind, subject, createdAt, sentAt, text } = rendered({ ...row, unsubscribeUrl: null })
        const said = { kind, createdAt, sentAt }
        if (classOf(kind) === 'proof') return { ...said, subject: leftOut, text: leftOut }
        return { ...said, subject, text: row.unsubscribeUrl ? text.replaceAll(row.unsubscribeUrl, '') : text }
      })
    },
  }
}
export type MailQueue = ReturnType<typeof createMailQueue>

/**
 * What may reach somebody who never asked for an account says nobody's name: whoever gives a stranger's address with
 * an advertisement for a name would have us send it.
 */
const greeted = ({ kind, content }: QueuedMail): MailContent =>
  ['proof', 'security'].includes(classOf(kind)) ? { ...content, greeting: 'Hello,' } : content

const leftOut = 'Left out: it held a code or a link that proves something to us.'

const inParts = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / ofOneJob) }, (_, part) =>
    ids.slice(part * ofOneJob, (part + 1) * ofOneJob),
  )
