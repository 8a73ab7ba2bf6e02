import { describe, expect, it } from 'vitest'
import { menteeId, messageOf, unsentOf } from '../../testing/chat-samples.ts'
import { messageItems } from './message-items.ts'
import { withoutSent } from './unsent.ts'

const day = (time: string) => time.slice(0, 10)

describe('unsent messages', () => {
  it('are gone from sight as soon as the thread holds them', () => {
    const thread = [messageOf(1, { from: 'mentee', client: 'c1' })]
    expect(withoutSent([unsentOf('c1'), unsentOf('c2')], thread, menteeId)).toEqual([unsentOf('c2')])
  })

  it('are not hidden by the other person using the same client id', () => {
    const thread = [messageOf(1, { from: 'mentor', client: 'c1' })]
    expect(withoutSent([unsentOf('c1')], thread, menteeId)).toHaveLength(1)
  })

  it('keep their key from sending to sent', () => {
    const before = messageItems([], [unsentOf('c1')], menteeId, day)
    const after = messageItems(
      [messageOf(1, { from: 'mentee', client: 'c1' })],
      [unsentOf('c1')],
      menteeId,
      day,
    )
    expect(before.at(-1)?.key).toBe('c1')
    expect(after.filter(({ kind }) => kind !== 'day').map(({ key }) => key)).toEqual(['c1'])
  })

  it('stand after everything that was sent', () => {
    const items = messageItems([messageOf(1), messageOf(2)], [unsentOf('c1')], menteeId, day)
    expect(items.map(({ kind }) => kind)).toEqual(['day', 'message', 'message', 'unsent'])
  })
})

describe('the thread as shown', () => {
  it('sets days apart', () => {
    const thread = [
      messageOf(1, { at: '2026-11-20T10:00:00.000Z' }),
      messageOf(2, { at: '2026-11-20T10:01:00.000Z' }),
      messageOf(3, { at: '2026-11-21T10:00:00.000Z' }),
    ]
    const kinds = messageItems(thread, [], menteeId, day).map(({ kind }) => kind)
    expect(kinds).toEqual(['day', 'message', 'message', 'day', 'message'])
  })

  it('puts messages of one sender close together, for five minutes and within the day', () => {
    const thread = [
      messageOf(1, { at: '2026-11-21T10:00:00.000Z' }),
      messageOf(2, { at: '2026-11-21T10:01:00.000Z' }),
      messageOf(3, { at: '2026-11-21T10:02:00.000Z', from: 'mentee', client: 'c' }),
      messageOf(4, { at: '2026-11-21T10:09:00.000Z', from: 'mentee', client: 'd' }),
    ]
    const following = messageItems(thread, [], menteeId, day).flatMap((item) =>
      item.kind === 'message' ? [item.isFollowing] : [],
    )
    expect(following).toEqual([false, true, false, false])
  })

  it('sets apart what follows a message that was removed', () => {
    const removed = { ...messageOf(1, { at: '2026-11-21T10:00:00.000Z' }), isDeleted: true }
    const after = { ...messageOf(2, { at: '2026-11-21T10:01:00.000Z' }), isDeleted: false }
    expect(messageItems([removed, after], [], menteeId, day).at(-1)).toMatchObject({ isFollowing: false })
  })
})
