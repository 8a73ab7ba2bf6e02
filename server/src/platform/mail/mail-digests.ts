import { type Selectable, sql } from 'kysely'
import { after, type Clock, hoursMs, minutesMs } from '../clock.ts'
import type { Database, Tx } from '../db/database.ts'
import type { Mail } from '../db/types.generated.ts'
import type { Attachment, QueuedMail } from './mail.ts'
import type { MailContent, MailSection } from './render.ts'

type Deps = {
  db: Database
  clock: Clock
  add: (tx: Tx, id: string, mail: QueuedMail) => Promise<void>
  newId: () => string
}
type Held = Pick<
  Selectable<Mail>,
  'id' | 'recipient' | 'subject' | 'content' | 'attachments' | 'unsubscribeUrl' | 'usefulUntil' | 'heldAt'
>

/** Long enough for a flood to be over, short enough for a booking of today. */
const waitMinutes = 10
const apartHours = 1
/** What one mail can say; what is older is counted. */
const sectionsMax = 50

/** One mail in the place of many: what was held back for a recipient, with all that it said. */
export function createMailDigests(deps: Deps) {
  return {
    /** Safe to repeat, and in several processes at once. */
    async sendDue() {
      for (const due of await findDue(deps, deps.clock.now())) await write(deps, due)
    },
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

/** What is told together. */
type Group = { recipient: string; accountId: string | null; unsubscribeUrl: string | null }

const write = ({ db, clock, add, newId }: Deps, of: Group) =>
  db.transact(async (tx) => {
    const digestId = newId()
    const held = await takeHeld(tx, of, digestId)
    const now = clock.now()
    const useful = held
      .filter(({ usefulUntil }) => usefulUntil === null || usefulUntil > now)
      .sort((a, b) => a.heldAt!.getTime() - b.heldAt!.getTime() || (a.id < b.id ? -1 : 1))
    if (useful.length === 0) return
    await add(tx, digestId, {
      // What was held back was about people's dealings, and those go to proven addresses only.
      to: { id: of.accountId, email: of.recipient, isEmailVerified: true },
      kind: 'digest',
      content: digestMail(useful),
      attachments: attachmentsOf(useful),
      ...(of.unsubscribeUrl ? { unsubscribeUrl: of.unsubscribeUrl } : {}),
    })
  })

/**
 * Who has taken them has told them: of two at once the second finds none. What is of no account stands nowhere else, so
 * that none of it is left out: as much as one mail can say now, and the rest in the next hours.
 */
const takeHeld = (tx: Tx, of: Group, digestId: string): Promise<Held[]> =>
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
    .returning([
      'id',
      'recipient',
      'subject',
      'content',
      'attachments',
      'unsubscribeUrl',
      'usefulUntil',
      'heldAt',
    ])
    .execute()

/** @param held oldest first */
export function digestMail(held: Pick<Held, 'subject' | 'content'>[]): MailContent {
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
  const left = held.length - shown.reduce((sum, { times }) => sum + times, 0)
  return {
    subject: `${held.length} more ${held.length === 1 ? 'message' : 'messages'} in one email`,
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
