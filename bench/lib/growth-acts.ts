import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@marga/contract/api'
import { fillPath } from '@marga/contract/endpoint'
import type pg from 'pg'
import { median } from './comparison.ts'
import { gatherOnline } from './online-crowd.ts'
import type { Pair } from './pairs.ts'

// What P16 does to a mentor of so many subscribers, as the browser asks it.

export const rounds = 7
/** P16 asks for so many; more take minutes to write. */
export const unreadMax = 10_000
const hourMs = 3_600_000

type Act = { name: string; run: (crowd: Crowd) => Promise<number> }
export type Crowd = {
  size: number
  pairs: Pair[]
  moderatorToken: string
  url: string
  database: pg.Client
  databaseUrl: string
  ask: (method: string, path: string, of: { token: string; body?: unknown; key?: string }) => Promise<number>
  online?: Awaited<ReturnType<typeof gatherOnline>>
}

export const medianOf = async (act: (round: number) => Promise<number>, times = rounds) => {
  const durations: number[] = []
  for (let round = 0; round < times; round++) durations.push(await act(round))
  return median(durations)
}

/** In this order: the last ends what the others need. */
export const acts: Act[] = [
  {
    name: 'a message to a mentor with so many unread conversations',
    run: async (crowd) => {
      await everyoneWrites(crowd)
      return medianOf((round) => writeTo(crowd, round))
    },
  },
  {
    name: 'the list of that mentor’s conversations',
    run: ({ ask, pairs: [first] }) => {
      const { mentorId, mentorToken: token } = first!
      return medianOf(() => ask('POST', api.chat.mentor.conversations.path, { token, body: { mentorId } }))
    },
  },
  {
    name: 'a community message to so many members',
    run: ({ ask, pairs }) =>
      medianOf((round) =>
        ask('POST', fillPath(api.community.send.path, { mentorId: pairs[0]!.mentorId }), {
          token: pairs[0]!.menteeToken,
          body: { message: `What do you read? ${round}`, clientMessageId: crypto.randomUUID() },
        }),
      ),
  },
  {
    name: 'a time published to so many subscribers',
    run: ({ ask, pairs: [first] }) =>
      medianOf(
        (round) =>
          ask('POST', api.slots.publish.path, {
            token: first!.mentorToken,
            body: { mentorId: first!.mentorId, slotDetails: slotAt(30 + 2 * round) },
          }),
        3,
      ),
  },
  {
    name: 'until the last of them has its notice',
    run: (crowd) => medianOf((round) => untilAllAreTold(crowd, 60 + 2 * round), 1),
  },
  {
    name: 'a booking with a mentor of so many subscribers',
    run: (crowd) => medianOf((round) => book(crowd, round)),
  },
  {
    name: 'a mentee comes while so many others are online, until the mentor hears',
    run: async (crowd) => {
      const online = await gatherOnline({ ...crowd, arrivals: rounds })
      crowd.online = online
      return medianOf((round) => online.arrive(round))
    },
  },
  {
    name: 'a process ends that held so many, until the mentor has heard of each',
    run: async ({ online }) => {
      const duration = await online!.endElsewhere()
      online!.close()
      return duration
    },
  },
  {
    name: 'what a block would do, in numbers',
    run: ({ ask, moderatorToken, pairs: [first] }) => {
      const path = fillPath(api.moderation.mentorBlockEffects.path, { mentorId: first!.mentorId })
      return medianOf(() => ask('GET', path, { token: moderatorToken }))
    },
  },
  {
    name: 'the block of a mentor of so many (once)',
    run: ({ ask, moderatorToken, pairs: [first] }) =>
      ask('PATCH', api.moderation.changeMentorStatus.path, {
        token: moderatorToken,
        body: { mentorId: first!.mentorId, isBlocked: true },
      }),
  },
]

const slotAt = (hoursAhead: number) => {
  const start = Math.ceil(Date.now() / hourMs) * hourMs + hoursAhead * hourMs
  const [from, to] = [new Date(start), new Date(start + hourMs)]
  return { type: 'session', start: from.toISOString(), end: to.toISOString(), mentorPreferences: 'Anything' }
}

/** From the press of the button on. */
async function untilAllAreTold({ ask, database, pairs: [first] }: Crowd, hoursAhead: number) {
  const { mentorId, mentorToken: token } = first!
  const waiting = async () => {
    const { rowCount } = await database.query('select from schedule_news limit 1')
    return rowCount! > 0
  }
  // What was published before is told first.
  while (await waiting()) await sleep(100)
  const begun = performance.now()
  const body = { mentorId, slotDetails: slotAt(hoursAhead) }
  await ask('POST', api.slots.publish.path, { token, body })
  while (await waiting()) await sleep(20)
  return performance.now() - begun
}

/** Of hours that nothing else here publishes. */
async function book({ ask, database, pairs }: Crowd, round: number) {
  const { menteeId, menteeToken, mentorId } = pairs[round]!
  const { start, end } = slotAt(300 + 2 * round)
  const { rows } = await database.query<{ id: string }>(
    `insert into slot (id, mentor_id, type, starts_at, ends_at) values (gen_random_uuid(), $1, 'session', $2, $3)
      returning id`,
    [mentorId, start, end],
  )
  return ask('POST', api.slots.book.path, {
    token: menteeToken,
    key: crypto.randomUUID(),
    body: { slotId: rows[0]!.id, values: { menteeId } },
  })
}

const writeTo = ({ ask, pairs }: Crowd, index: number) => {
  const { conversationId, menteeId, menteeToken } = pairs[index % pairs.length]!
  return ask('POST', fillPath(api.chat.mentee.send.path, { conversationId }), {
    token: menteeToken,
    body: { sender: menteeId, message: 'Could you look at my plan?', clientMessageId: crypto.randomUUID() },
  })
}

async function everyoneWrites(crowd: Crowd) {
  let next = 0
  const write = async () => {
    while (next < Math.min(crowd.size, unreadMax)) await writeTo(crowd, next++)
  }
  await Promise.all(Array.from({ length: 32 }, write))
}
