import { api } from '@marga/contract/api'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  conversationOf,
  enroll,
  newMentee,
  newMentor,
  newModerator,
  ok,
  type TestPerson,
} from '../../testing/people.ts'
import { seededRandom } from '../../testing/seeded-random.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

type Pair = { mentee: TestPerson; mentor: TestPerson; conversationId: string }

let one: TestApp
let two: TestApp
const pairs: Pair[] = []

beforeAll(async () => {
  one = await startTestApp()
  two = await startTestApp({ sharing: one })
  const moderator = await newModerator(one)
  const mentors = [await newMentor(one, moderator), await newMentor(one, moderator)]
  const mentees = [await newMentee(one), await newMentee(one), await newMentee(one)]
  for (const mentor of mentors)
    for (const mentee of mentees) {
      await enroll(one, mentee, mentor)
      pairs.push({ mentee, mentor, conversationId: await conversationOf(one, mentee, mentor) })
    }
})
afterAll(async () => {
  await two.close()
  await one.close()
})

const query = async (sql: string, values: unknown[] = []) => (await one.app.db.pool.query(sql, values)).rows

const send = ({ app }: TestApp, { mentee, mentor, conversationId }: Pair, from: 'mentee' | 'mentor') =>
  handle(app, from === 'mentee' ? mentee : mentor, 'message', {
    conversationId,
    message: 'a message',
    clientMessageId: v7(),
  })

async function handle(
  app: TestApp['app'],
  { token }: TestPerson,
  event: 'message' | 'read',
  payload: Record<string, unknown>,
) {
  const actor = await app.identify(token, true)
  return app.socketHandlers[event](actor, payload as never)
}

function markUnread(on: TestApp, { mentee, mentor, conversationId }: Pair, role: 'mentee' | 'mentor') {
  const input = { params: { conversationId }, body: { conversationId, isRead: false } }
  return role === 'mentee'
    ? on.call(api.chat.mentee.markRead, input, mentee).then(ok)
    : on.call(api.chat.mentor.markRead, input, mentor).then(ok)
}

/** Conversations and people whose number is not what a count gives. */
async function wrongCounters() {
  const conversations = await query(
    `select * from (
       select id, mentee_unread, mentor_unread,
         (select count(*)::int from message m where m.conversation_id = c.id and m.sender_type = 'mentor'
           and m.seq > c.mentee_read_seq) as for_mentee,
         (select count(*)::int from message m where m.conversation_id = c.id and m.sender_type = 'mentee'
           and m.seq > c.mentor_read_seq) as for_mentor
       from conversation c) counted
     where mentee_unread is distinct from for_mentee or mentor_unread is distinct from for_mentor`,
  )
  const people = await query(
    `select a.id, u.count, n.count as counted from account a join unread_conversations u on u.account_id = a.id
     cross join lateral (select count(*)::int as count from conversation c where (c.mentee_id = a.id and exists (
         select from message m where m.conversation_id = c.id and m.sender_type = 'mentor' and m.seq > c.mentee_read_seq))
       or (c.mentor_id = a.id and exists (
         select from message m where m.conversation_id = c.id and m.sender_type = 'mentee' and m.seq > c.mentor_read_seq))
     ) n where u.count <> n.count`,
  )
  return { conversations, people }
}
const none = { conversations: [], people: [] }

/** Whatever people may do in any order, by one process or the other; several at the same time. */
async function doAtRandom(seed: number, count: number) {
  const random = seededRandom(seed)
  const among = <T>(choices: readonly T[]) => choices[Math.floor(random() * choices.length)]!
  const act = async () => {
    const pair = among(pairs)
    const on = among([one, two])
    const role = among(['mentee', 'mentor'] as const)
    const kind = random()
    const place = random()
    if (kind < 0.55) return send(on, pair, role)
    if (kind < 0.75) {
      const [{ last_seq: last }] = await query('select last_seq from conversation where id = $1', [
        pair.conversationId,
      ])
      return handle(on.app, pair[role], 'read', {
        conversationId: pair.conversationId,
        seq: Math.max(1, Math.round(place * last)),
      })
    }
    if (kind < 0.9) return markUnread(on, pair, role)
    return query(
      'delete from message where id = (select id from message where conversation_id = $1 order by seq desc offset $2 limit 1)',
      [pair.conversationId, Math.floor(place * 4)],
    )
  }
  let left = count
  const actInTurn = async () => {
    while (left-- > 0) await act()
  }
  await Promise.all(Array.from({ length: 8 }, actInTurn))
}

describe('what is unread', () => {
  it.each([1, 2, 3])(
    'is what a count gives, whatever two processes send, read, mark unread and delete (seed %i)',
    async (seed) => {
      for (let round = 0; round < 8; round++) {
        await doAtRandom(seed * 100 + round, 25)
        expect(await wrongCounters()).toEqual(none)
      }
    },
  )

  it('is told by the numbers alone', async () => {
    const { mentee } = pairs[0]!
    await query('update unread_conversations set count = 41 where account_id = $1', [mentee.id])
    const told = ok(await one.call(api.chat.mentee.unread, { query: { menteeId: mentee.id } }, mentee))
    expect(told.unreadConversations).toBe(41)
    await query('delete from unread_conversations where account_id = $1', [mentee.id])
  })

  it('of the release before is told at once, and counted beside what goes on', async () => {
    await send(one, pairs[0]!, 'mentor')
    await query('alter table conversation disable trigger user')
    await query('update conversation set mentee_unread = null, mentor_unread = null')
    await query('delete from unread_conversations')
    await query('alter table conversation enable trigger user')
    const { mentee, conversationId } = pairs[0]!
    const listed = ok(
      await one.call(api.chat.mentee.conversations, { query: {}, body: { menteeId: mentee.id } }, mentee),
    )
    const told = ok(await two.call(api.chat.mentee.unread, { query: { menteeId: mentee.id } }, mentee))
    expect(told.unreadConversations).toBe(
      listed.conversations.filter(({ unreadCount }) => unreadCount > 0).length,
    )
    expect(listed.conversations.find(({ _id }) => _id === conversationId)!.unreadCount).toBeGreaterThan(0)
    await Promise.all([
      doAtRandom(4, 60),
      one.app.jobHandlers['chat:count-unread']({}),
      two.app.jobHandlers['chat:count-unread']({}),
    ])
    await one.app.jobHandlers['chat:count-unread']({})
    expect(await wrongCounters()).toEqual(none)
    expect(await query('select from unread_conversations')).toHaveLength(5)
  })

  it('goes with a conversation', async () => {
    const { mentor, mentee, conversationId } = pairs[0]!
    await send(one, pairs[0]!, 'mentor')
    await send(one, pairs[1]!, 'mentee')
    await query('delete from conversation where id = $1', [conversationId])
    expect(await wrongCounters()).toEqual(none)
    const told = ok(await one.call(api.chat.mentor.unread, { query: { mentorId: mentor.id } }, mentor))
    await send(one, pairs[1]!, 'mentor')
    await send(one, pairs[1]!, 'mentee')
    expect(ok(await one.call(api.chat.mentor.unread, { query: { mentorId: mentor.id } }, mentor))).toEqual(
      told,
    )
    expect(await query('select from unread_conversations where account_id = $1', [mentee.id])).toEqual([])
    expect(await wrongCounters()).toEqual(none)
  })

  it('begins with no messages at all', async () => {
    const { mentee, mentor } = pairs[1]!
    await expect(
      query('insert into conversation (id, mentee_id, mentor_id, last_seq) values ($1, $2, $3, 4)', [
        v7(),
        mentor.id,
        mentee.id,
      ]),
    ).rejects.toThrow('a conversation begins without messages')
  })
})
