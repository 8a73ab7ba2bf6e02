import type { IceServer, LiveRoom } from '@marga/contract/live'
import type { Actor, Member } from '../../platform/actor.ts'
import { after, type Clock, minutesMs } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Conversations } from '../chat/conversations.service.ts'
import { presentRoom } from './live.presenter.ts'
import * as queries from './live.queries.ts'
import { closesAt, opensAt } from './live.rules.ts'
import { iceServersFor, type Turn } from './turn-credentials.rules.ts'

type Deps = {
  db: Database
  clock: Clock
  realClock: Clock
  conversations: Conversations
  turn: Turn | undefined
}

/** Who may enter which room, and when. */
export function createLiveAccess({ db, clock, realClock, conversations, turn }: Deps) {
  /** The session, for the two who hold it. To everybody else it does not exist. @throws AppError not_found */
  async function sessionOf(actor: Actor, slotId: string): Promise<queries.SessionRow> {
    const session = await queries.findSession(db.query, slotId)
    if (!session || !isOneOf(actor, session) || session.status === 'cancelled')
      throw new AppError('not_found')
    return session
  }

  /** The session whose room is open now. @throws AppError not_found, too_early, ended */
  async function enterable(actor: Actor, slotId: string): Promise<queries.SessionRow> {
    const session = await sessionOf(actor, slotId)
    const now = clock.now()
    if (session.status !== 'booked' || now >= closesAt(session)) throw new AppError('ended')
    if ((await queries.findOpenAmong(db.query, [slotId])).length === 0) throw new AppError('not_found')
    if (now < opensAt(session)) {
      throw new AppError('too_early', { details: { opensAt: opensAt(session).toISOString() } })
    }
    return session
  }

  return {
    sessionOf,
    enterable,

    /** @throws AppError not_found, too_early, ended */
    async verify(actor: Member, slotId: string): Promise<{ room: LiveRoom; iceServers: IceServer[] }> {
      const session = await enterable(actor, slotId)
      const room = presentRoom(actor, session, {
        conversationId: await conversationOf(actor, session),
        presences: await queries.findPresences(db.query, session.id),
        now: clock.now(),
      })
      // A little longer than the room, for clocks that differ; the relay knows the real time only.
      const leftMs = closesAt(session).getTime() - clock.now().getTime()
      const expiresAt = after(realClock.now(), leftMs + minutesMs(5))
      return { room, iceServers: iceServersFor(turn, actor.id, expiresAt) }
    },
  }

  async function conversationOf(actor: Member, pair: queries.SessionRow): Promise<string> {
    const known = await conversations.findByPair(db.query, actor.role, pair)
    if (known) return known.id
    await conversations.ensure(db.query, { menteeId: pair.menteeId, mentorId: pair.mentorId })
    return (await conversations.findByPair(db.query, actor.role, pair))!.id
  }
}
export type LiveAccess = ReturnType<typeof createLiveAccess>

const isOneOf = (actor: Actor, session: queries.SessionRow) =>
  actor.id === (actor.role === 'mentee' ? session.menteeId : session.mentorId)

export const peerIdOf = (actor: Actor, session: queries.SessionRow) =>
  actor.role === 'mentee' ? session.mentorId : session.menteeId
