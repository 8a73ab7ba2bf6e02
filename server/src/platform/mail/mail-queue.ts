import type { Selectable } from 'kysely'
import type { Clock, NewId } from '../clock.ts'
import type { Database, Db } from '../db/database.ts'
import { insertRows } from '../db/insert-rows.ts'
import { prepared } from '../db/prepared-statements.ts'
import type { Mail } from '../db/types.generated.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Log } from '../log.ts'
import { type Attachment, MailRefused, type MailTransport, type QueuedMail } from './mail.ts'
import { createMailClaims } from './mail-claims.ts'
import { createMailDigests } from './mail-digests.ts'
import { classOf, maySend } from './mail-kinds.ts'
import type { ClaimedMail } from './mail-queue.queries.ts'
import * as queries from './mail-queue.queries.ts'
import { type MailContent, renderMail } from './render.ts'
import { listWrittenTo } from './written-mails.ts'

type Deps = {
  db: Database
  jobs: Jobs
  clock: Clock
  log: Log
  newId: NewId
  transport: MailTransport
  productName: string
  publicUrl: () => string
  /** Multiplies what a mailbox gets in an hour. */
  factor: number
}

/** What one job sends at once: few enough to be done with long before their claim runs out. */
const ofOneJob = 10

/**
 * What a mail says is written down inside the business transaction; a job draws and sends it after that has
 * committed. Drawing takes milliseconds, which nobody who books or signs in waits for. The drawing is kept nowhere: it
 * is ten times as long as what it says, and the same whenever it is made.
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
  const { db, clock, log, newId } = deps
  const claims = createMailClaims(deps)
  /** The same in two statements, however many. */
  const addAll = (tx: Db, mails: readonly QueuedMail[]) =>
    insert(
      deps,
      tx,
      mails.filter(({ kind, to }) => maySend(kind, to)).map((mail) => ({ id: newId(), mail })),
    )
  const digests = createMailDigests({
    db,
    clock,
    log,
    newId,
    add: (tx, id, mail) => insert(deps, tx, [{ id, mail }]),
  })
  return {
    /** Those that may go to their addressee. */
    add: (tx: Db, ...mails: QueuedMail[]) => addAll(tx, mails),
    addAll,

    /** Somebody has switched these mails off: those that were held back do not come later, either. */
    async dropHeld(tx: Db, of: queries.Ended) {
      await queries.deleteHeld(tx, of)
    },

    /** Writes the digests that are due. Safe to repeat. */
    sendDigests: () => digests.sendDue(),
    nextDigestDue: () => digests.nextDue(),

    /**
     * Safe to run twice: only who holds the claim sends, and what was sent cannot be claimed. One that fails leaves
     * the others alone, and is tried again with the job.
     */
    async send({ mailIds }: { mailIds: readonly string[] }) {
      const claimed = await claims.claim(mailIds)
      const outcomes = await Promise.allSettled(claimed.map((mail) => deliver(deps, mail)))
      const failed = outcomes.find((outcome) => outcome.status === 'rejected')
      if (failed) throw failed.reason
    },

    resendLeftBehind: () => resendLeftBehind(deps),

    async prune() {
      await queries.deleteOldMails(db.query, clock.now())
    },

    async giveUpOld() {
      await queries.giveUpOldMails(db.query, clock.now())
    },

    /** What was written, newest first, for the demo's outbox page. */
    outbox: async (to: string | undefined) =>
      (await queries.findWritten(db.query, to)).map((row) => rendered(deps, row)),

    writtenTo: (accountId: string) =>
      listWrittenTo(db.query, accountId, { productName: deps.productName, publicUrl: deps.publicUrl() }),
  }
}
export type MailQueue = ReturnType<typeof createMailQueue>

async function insert({ jobs, clock }: Deps, tx: Db, mails: { id: string; mail: QueuedMail }[]) {
  if (mails.length === 0) return
  const rows = mails.map(({ id, mail }) => ({
    id,
    recipient: mail.to.email,
    accountId: mail.to.id,
    kind: mail.kind,
    subject: mail.content.subject.replace(/\s+/g, ' '),
    content: greeted(mail),
    attachments: mail.attachments ?? [],
    unsubscribeUrl: mail.unsubscribeUrl ?? null,
    usefulUntil: mail.usefulUntil ?? null,
    about: mail.about ?? null,
    createdAt: clock.now(),
  }))
  await prepared(tx, insertRows(tx, 'mail', rows))
  const ids = rows.map(({ id }) => id)
  await jobs.addAll(
    tx,
    'mail:render',
    inParts(ids).map((mailIds) => ({ mailIds })),
  )
}

/** @throws what the transport threw when another try may do; the claim is given back then */
async function deliver(deps: Deps, mail: ClaimedMail) {
  const { db, clock, transport } = deps
  try {
    if (mail.usefulUntil && mail.usefulUntil < clock.now()) throw new MailRefused('Too late to be of use.')
    const { text, html } = rendered(deps, mail)
    const message = {
      id: mail.id,
      to: mail.recipient,
      subject: mail.subject,
      text,
      html,
      attachments: mail.attachments as Attachment[],
      unsubscribeUrl: mail.unsubscribeUrl,
    }
    if (!(await transport.send(message, () => queries.renewClaim(db.query, mail, clock.now())))) return
  } catch (error) {
    if (error instanceof MailRefused) {
      const failure = error.message.slice(0, 500)
      return queries.noteOutcome(db.query, mail.id, { failedAt: clock.now(), failure })
    }
    await queries.noteOutcome(db.query, mail.id, { claimedUntil: null })
    throw error
  }
  // At once, and not with the others of the job: a crash meanwhile would repeat what has gone out.
  await queries.noteOutcome(db.query, mail.id, { sentAt: clock.now() })
}

/**
 * Enqueues again what a crashed process was sending, and what one gave up that had stood still meanwhile: another had
 * taken its job over, found the claim, and was done. Safe to repeat: the claim decides who sends.
 */
async function resendLeftBehind({ db, jobs, clock }: Deps) {
  const now = clock.now()
  const left = [
    ...(await queries.findLeftBehind(db.query, now)),
    ...(await queries.findWithoutJob(db.query, now)),
  ]
  for (const { id } of left) await jobs.add(db.query, 'mail:render', { mailIds: [id] }, { key: `mail:${id}` })
}

type UnrenderedRow = Pick<Selectable<Mail>, 'content' | 'text' | 'html' | 'unsubscribeUrl'>

const rendered = <Row extends UnrenderedRow>({ productName, publicUrl }: Deps, row: Row) => ({
  ...row,
  ...(row.content
    ? renderMail(row.content as MailContent, {
        productName,
        publicUrl: publicUrl(),
        ...(row.unsubscribeUrl ? { unsubscribeUrl: row.unsubscribeUrl } : {}),
      })
    : { text: row.text!, html: row.html! }),
})

/**
 * What may reach somebody who never asked for an account says nobody's name: whoever gives a stranger's address with
 * an advertisement for a name would have us send it.
 */
const greeted = ({ kind, content }: QueuedMail): MailContent =>
  ['proof', 'security'].includes(classOf(kind)) ? { ...content, greeting: 'Hello,' } : content

const inParts = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / ofOneJob) }, (_, part) =>
    ids.slice(part * ofOneJob, (part + 1) * ofOneJob),
  )
