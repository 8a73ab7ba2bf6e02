import { type Selectable, sql } from 'kysely'
import { after, type Clock, hoursMs, minutesMs } from '../clock.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Mail } from '../db/types.generated.ts'
import type { Log } from '../log.ts'
import { sweepEach } from '../sweep-each.ts'
import type { Attachment, QueuedMail } from './mail.ts'
import type { MailContent, MailSection } from './render.ts'

type Deps = {
  db: Database
  clock: Clock
  log: Log
  add: (tx: Tx, id: string, mail: QueuedMail) => Promise<void>
  newId: () => string
}
type Held = Pick<Selectable<Mail>, 'subject' | 'content' | 'attachments'>

/** Long enough for a flood to be over, short enough for a booking of today. */
const waitMinutes = 10
const apartHours = 1
/** What one mail can say; what is older is counted. */
const sectionsMax = 50
/** Of which what was told several times is said once. */
const readMax = 500

/** One mail in the place of many: what was held back for a recipient, with all that it said. */
export function createMailDigests(deps: Deps) {
  return {
    /** Safe to repeat, and in several processes at once. One that fails keeps nobody else waiting. */
    async sendDue() {
      const due = await findDue(deps, deps.clock.now())
      await sweepEach(deps.log, due, (of) => write(deps, of))
    },

    /** When the next one is to be written, which may be past. */
    nextDue: () => findNextDue(deps.db),
  }
}

/** By recipient, account and by what unsubscribing would end, so that a digest is of mails that are ended together. */
const findDue = ({ db }: Deps, now: Date) =>
  db.query
    .selectFrom('mail as held')
    .select(['held.recipient', 'held.accountId', 'held.unsubscribeUrl'])
    .where('held.heldAt', 'is not', null)
    .where('held.digestId', 'is', null)
    .groupBy(['held.recipient', 'held.accountId', 'held.unsubscribeUrl'])
    .having((eb) => eb(eb.fn.min('held.heldAt'), '<=', after(now, -minutesMs(waitMinutes))))
    .having(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('mail as told')
            .select('told.id')
            .where('told.kind', '=', 'digest')
            .whereRef('told.recipient', '=', 'held.recipient')
            .where(sql<boolean>`told.account_id is not distinct from held.account_id`)
            .where(sql<boolean>`told.unsubscribe_url is not distinct from held.unsubscribe_url`)
            .where('told.createdAt', '>', after(now, -hoursMs(apartHours))),
        ),
      ),
    )
    .limit(100)
    .execute()

async function findNextDue(db: Database): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(due) as at from (
      select greatest(
        min(held_at) + make_interval(mins => ${waitMinutes}),
        (select max(created_at) + make_interval(hours => ${apartHours}) from mail as told
         where told.kind = 'digest' and told.recipient = held.recipient
           and told.account_id is not distinct from held.account_id
           and told.unsubscribe_url is not distinct from held.unsubscribe_url)) as due
      from mail as held where held_at is not null and digest_id is null
      group by recipient, account_id, unsubscribe_url) as groups`.execute(db.query)
  return rows[0]?.at ?? null
}

/** What is told together. */
type Group = { recipient: string; accountId: string | null; unsubscribeUrl: string | null }

const write = ({ db, clock, add, newId }: Deps, of: Group) =>
  db.transact(async (tx) => {
    const digestId = newId()
    await take(tx, of, digestId)
    const { held, count } = await findTaken(tx, { ...of, digestId }, clock.now())
    if (held.length === 0) return
    await add(tx, digestId, {
      // What was held back was about people's dealings, and those go to proven addresses only.
      to: { id: of.accountId, email: of.recipient, isEmailVerified: true },
      kind: 'digest',
      content: digestMail(held, count),
      attachments: attachmentsOf(held),
      ...(of.unsubscribeUrl ? { unsubscribeUrl: of.unsubscribeUrl } : {}),
    })
  })

/**
 * Who has taken them tells them: of two at once the second finds none. What is of no account stands nowhere else, so
 * that none of it is left out: as much as one mail can say now, and the rest in the next hours.
 */
const take = (tx: Tx, of: Group, digestId: string) =>
  tx
    .updateTable('mail')
    .set({ digestId })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('mail as held')
        .select('held.id')
        .where('held.recipient', '=', of.recipient)
        .where(sql<boolean>`held.account_id is not distinct from ${of.accountId}::uuid`)
        .where(sql<boolean>`held.unsubscribe_url is not distinct from ${of.unsubscribeUrl}`)
        .where('held.heldAt', 'is not', null)
        .where('held.digestId', 'is', null)
        .orderBy('held.heldAt')
        .orderBy('held.id')
        .$if(of.accountId === null, (query) => query.limit(sectionsMax))
        .forUpdate(),
    )
    .where('digestId', 'is', null)
    .execute()

type Taken = Pick<Group, 'recipient'> & { digestId: string }

/** The newest of what is of use still, oldest first, and how many these are with the older ones. */
async function findTaken(tx: Tx, { recipient, digestId }: Taken, now: Date) {
  const rows = await tx
    .selectFrom('mail')
    .select(['subject', 'content', 'attachments'])
    .select(sql<number>`count(*) over ()`.as('count'))
    .where('recipient', '=', recipient)
    .where('digestId', '=', digestId)
    .where(({ or, eb }) => or([eb('usefulUntil', 'is', null), eb('usefulUntil', '>', now)]))
    .orderBy('heldAt', 'desc')
    .orderBy('id', 'desc')
    .limit(readMax)
    .execute()
  return { held: rows.reverse(), count: rows[0]?.count ?? 0 }
}

/** @param held oldest first. @param count with those that are not among them */
export function digestMail(held: Pick<Held, 'subject' | 'content'>[], count = held.length): MailContent {
  const sections = new Map<string, MailSection & { times: number }>()
  for (const { subject, content } of held) {
    const { paragraphs, facts, action } = (content ?? { paragraphs: [] }) as MailContent
    const key = JSON.stringify([subject, paragraphs, facts, action])
    const times = (sections.get(key)?.times ?? 0) + 1
    // Told again is told last: the order says how things stand now.
    sections.delete(key)
    sections.set(key, {
      title: subject,
      paragraphs,
      times,
      ...(facts ? { facts } : {}),
      ...(action ? { action } : {}),
    })
  }
  const shown = [...sections.values()].slice(-sectionsMax)
  const left = count - shown.reduce((sum, { times }) => sum + times, 0)
  return {
    subject: `${count} more ${count === 1 ? 'message' : 'messages'} in one email`,
    preview: shown.at(-1)!.title,
    greeting: 'Hello,',
    paragraphs: [
      'A lot happened within an hour, so we put the rest into one email. The newest is last.',
      ...(left > 0
        ? [`${left} older ones are left out; you can find them in your calendar and your notifications.`]
        : []),
    ],
    sections: shown.map(({ times, title, ...section }) => ({
      ...section,
      title: times > 1 ? `${title} (${times} times)` : title,
    })),
  }
}

/** The newest of each name and text: calendars go by the number inside. */
const attachmentsOf = (held: Held[]): Attachment[] =>
  [
    ...new Map(
      held.flatMap(({ attachments }) =>
        (attachments as Attachment[]).map((each): [string, Attachment] => [each.text, each]),
      ),
    ).values(),
  ].slice(-sectionsMax)
