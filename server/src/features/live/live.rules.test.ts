import { createHmac } from 'node:crypto'
import type { MemberRole } from '@marga/contract/roles'
import { describe, expect, it } from 'vitest'
import { after, hoursMs, minutesMs } from '../../platform/clock.ts'
import { type Attendance, outcomeOf, outcomeWith } from './live.rules.ts'
import { iceServersFor } from './turn-credentials.rules.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 5, 10, minute))
const present = (from: number, to: number): Attendance => ({ from: at(from), to: at(to) })
const session = { startsAt: at(0), endsAt: at(60) }

const attendance = {
  absent: [],
  'there before the start only': [present(-10, 0)],
  'late by 20 minutes': [present(20, 60)],
  'early to leave, after 20 minutes': [present(-2, 20)],
  present: [present(-5, 62)],
  'thrown out and back again': [present(0, 2), present(3, 4), present(5, 58)],
} satisfies Record<string, Attendance[]>
const isThere: Record<keyof typeof attendance, boolean> = {
  absent: false,
  'there before the start only': false,
  'late by 20 minutes': true,
  'early to leave, after 20 minutes': true,
  present: true,
  'thrown out and back again': true,
}
const kinds = Object.keys(attendance) as (keyof typeof attendance)[]

describe('the outcome of a session', () => {
  const cases = kinds.flatMap((mentee) => kinds.map((mentor) => [mentee, mentor] as const))
  it.each(cases)('mentee %s, mentor %s', (mentee, mentor) => {
    const outcome = outcomeOf(session, attendance[mentee], attendance[mentor])
    const wait = ['late by 20 minutes', 'early to leave, after 20 minutes']
    if (
      isThere[mentee] &&
      isThere[mentor] &&
      mentee !== mentor &&
      wait.includes(mentee) &&
      wait.includes(mentor)
    ) {
      // They missed each other: whoever came second is the one who was missed.
      expect(outcome).toEqual({ status: 'missed', missedBy: mentee.startsWith('late') ? 'mentee' : 'mentor' })
    } else if (isThere[mentee] && isThere[mentor]) expect(outcome).toEqual({ status: 'completed' })
    else {
      const missedBy = isThere[mentee] ? 'mentor' : isThere[mentor] ? 'mentee' : 'both'
      expect(outcome).toEqual({ status: 'missed', missedBy })
    }
  })

  it('needs five minutes in all, to the second', () => {
    const other = [present(0, 60)]
    expect(outcomeOf(session, [present(0, 5)], other).status).toBe('completed')
    expect(outcomeOf(session, [{ from: at(0), to: new Date(at(5).getTime() - 1) }], other).status).toBe(
      'missed',
    )
    expect(outcomeOf(session, [present(0, 3), present(50, 52)], other).status).toBe('completed')
  })
})

describe('the outcome where somebody only looked in', () => {
  const lookedIn = (minute: number) => ({ from: at(minute), to: new Date(at(minute).getTime() + 59_000) })

  it('was not a session, and is missed by whoever stayed only when the other had gone', () => {
    // At the start, so as to have come first.
    const late = [lookedIn(0), present(53, 60)]
    expect(outcomeOf(session, [present(2, 50)], late)).toEqual({ status: 'missed', missedBy: 'mentor' })
    expect(outcomeOf(session, late, [present(2, 50)])).toEqual({ status: 'missed', missedBy: 'mentee' })
    // While the other waited, so as to have met.
    const seen = [lookedIn(3), present(30, 40)]
    expect(outcomeOf(session, [present(0, 20)], seen)).toEqual({ status: 'missed', missedBy: 'mentor' })
    expect(outcomeOf(session, seen, [present(0, 20)])).toEqual({ status: 'missed', missedBy: 'mentee' })
  })

  it('took place from a minute together on, however it was spread', () => {
    const spread = [lookedIn(3), lookedIn(10), present(30, 40)]
    expect(outcomeOf(session, [present(0, 20)], spread)).toEqual({ status: 'completed' })
    // Who is told to wait five minutes may leave then, and has met whoever came before.
    expect(outcomeOf(session, [present(0, 5)], [present(4, 60)])).toEqual({ status: 'completed' })
  })
})

describe('relay credentials', () => {
  it('carry their expiry and are signed with the shared secret', () => {
    const turn = {
      urls: ['stun:turn.test:3478', 'turn:turn.test:3478?transport=tcp'],
      secret: 'a shared secret',
    }
    const [stun, relay] = iceServersFor(turn, 'somebody', new Date(1_800_000_000_000))
    expect(stun).toEqual({ urls: ['stun:turn.test:3478'] })
    expect(relay?.username).toBe('1800000000:somebody')
    expect(relay?.credential).toBe(
      createHmac('sha1', 'a shared secret').update('1800000000:somebody').digest('base64'),
    )
    expect(iceServersFor(undefined, 'somebody', new Date())).toEqual([])
  })
})

describe('a session whose room was closed', () => {
  const closedAt = after(session.startsAt, minutesMs(6))

  const waited = [present(0, 6)]
  const outcomeAt = (moment: Date, closedBy: MemberRole, stays: Partial<Record<MemberRole, Attendance[]>>) =>
    outcomeWith({ closedBy, closedAt: moment }, session, stays.mentee ?? [], stays.mentor ?? []).outcome

  it.each(['mentee', 'mentor'] as const)('was missed by the %s because of whom it was', (closedBy) => {
    const missed = { status: 'missed', missedBy: closedBy }
    const other = closedBy === 'mentee' ? 'mentor' : 'mentee'
    for (const moment of [closedAt, after(session.startsAt, -hoursMs(11))]) {
      expect(outcomeAt(moment, closedBy, { [other]: waited })).toEqual(missed)
      expect(outcomeAt(moment, closedBy, {})).toEqual(missed)
    }
  })

  it('was not missed by a mentee who had waited for long enough by then, and seen nobody', () => {
    const byMentor = { status: 'missed', missedBy: 'mentor' }
    expect(outcomeAt(closedAt, 'mentee', { mentee: waited })).toEqual(byMentor)
    // A look into the room is not to come.
    const lookedIn = [{ from: at(2), to: new Date(at(2).getTime() + 59_000) }]
    expect(outcomeAt(closedAt, 'mentee', { mentee: waited, mentor: lookedIn })).toEqual(byMentor)
    // But by one who had not, or whose mentor was there.
    const byMentee = { status: 'missed', missedBy: 'mentee' }
    const soon = after(session.startsAt, minutesMs(4))
    expect(outcomeAt(soon, 'mentee', { mentee: [present(0, 4)] })).toEqual(byMentee)
    expect(outcomeAt(closedAt, 'mentee', { mentee: [present(0, 5)], mentor: [present(5, 6)] })).toEqual(
      byMentee,
    )
    // A mentor who waits has no call to lose: the mentee who is late and kept out has.
    expect(outcomeAt(closedAt, 'mentor', { mentor: waited })).toEqual(byMentor)
  })

  it('while it could be cancelled for nothing was missed by neither alone', () => {
    const closure = { closedBy: 'mentor', closedAt: after(session.startsAt, -hoursMs(12)) } as const
    expect(outcomeWith(closure, session, [], [present(0, 60)]).outcome).toEqual({
      status: 'missed',
      missedBy: 'both',
    })
  })

  it('took place where they had met for long enough by then', () => {
    const both = [present(0, 30)]
    expect(outcomeAt(closedAt, 'mentor', { mentee: both, mentor: both })).toEqual({ status: 'completed' })
  })
})
