import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { menteeId, messageOf, unsentOf } from '../../testing/chat-samples.ts'
import {
  hasEarlier,
  hasGap,
  lastSafeSeq,
  mergeMessages,
  readByOther,
  type Thread,
  threadItems,
  withoutSent,
} from './thread-rules.ts'

const seqs = (thread: Thread) => thread.map(({ seq }) => seq)
const day = (time: string) => time.slice(0, 10)

describe('merging messages', () => {
  it('keeps the order of seq whatever the order of arrival', () => {
    expect(seqs(mergeMessages([messageOf(3)], [messageOf(5), messageOf(1), messageOf(4)]))).toEqual([
      1, 3, 4, 5,
    ])
  })

  it('shows a message once however often it arrives', () => {
    const twice = mergeMessages([messageOf(1)], [messageOf(1), messageOf(2), messageOf(2)])
    expect(seqs(twice)).toEqual([1, 2])
  })

  it('knows an own message by its client id, too', () => {
    const answered = messageOf(1, { from: 'mentee', client: 'c1', id: 'a' })
    const announced = messageOf(1, { from: 'mentee', client: 'c1', id: 'b' })
    expect(mergeMessages([answered], [announced])).toHaveLength(1)
  })

  it('does not confuse the same client id of two people', () => {
    const own = messageOf(1, { from: 'mentee', client: 'c1' })
    const theirs = messageOf(2, { from: 'mentor', client: 'c1' })
    expect(mergeMessages([own], [theirs])).toHaveLength(2)
  })

  it('does not lose an event to an answer that is older', () => {
    const afterEvent = mergeMessages([messageOf(1)], [messageOf(2)])
    expect(seqs(mergeMessages(afterEvent, [messageOf(1)]))).toEqual([1, 2])
  })

  it('gives back the very same thread when nothing is new, so that nothing is drawn again', () => {
    const thread = [messageOf(1), messageOf(2)]
    expect(mergeMessages(thread, [messageOf(2)])).toBe(thread)
  })

  it('ends the same for any order, split and repetition of arrivals', () => {
    const all = Array.from({ length: 12 }, (_, index) =>
      messageOf(index + 1, { from: index % 2 ? 'mentor' : 'mentee', client: `c${index}` }),
    )
    const arrivals = fc.array(fc.subarray(all), { maxLength: 8 })
    fc.assert(
      fc.property(arrivals, fc.shuffledSubarray(all, { minLength: 12 }), (batches, last) => {
        let thread: Thread = []
        for (const batch of batches) thread = mergeMessages(thread, batch)
        expect(seqs(mergeMessages(thread, last))).toEqual(seqs(all))
      }),
    )
  })
})

describe('gaps', () => {
  it('asks for what comes after the last seq before a gap', () => {
    const thread = [messageOf(4), messageOf(5), messageOf(8)]
    expect(hasGap(thread)).toBe(true)
    expect(lastSafeSeq(thread)).toBe(5)
  })

  it('sees none in a thread without one, wherever it begins', () => {
    expect(hasGap([messageOf(40), messageOf(41)])).toBe(false)
    expect(lastSafeSeq([messageOf(40), messageOf(41)])).toBe(41)
  })

  it('begins at 0 with nothing held', () => {
    expect(hasGap([])).toBe(false)
    expect(lastSafeSeq([])).toBe(0)
  })

  it('has more above unless the first message is held', () => {
    expect(hasEarlier([messageOf(2)])).toBe(true)
    expect(hasEarlier([messageOf(1)])).toBe(false)
    expect(hasEarlier([])).toBe(false)
  })
})

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
    const before = threadItems([], [unsentOf('c1')], menteeId, day)
    const after = threadItems(
      [messageOf(1, { from: 'mentee', client: 'c1' })],
      [unsentOf('c1')],
      menteeId,
      day,
    )
    expect(before.at(-1)?.key).toBe('c1')
    expect(after.filter(({ kind }) => kind !== 'day').map(({ key }) => key)).toEqual(['c1'])
  })

  it('stand after everything that was sent', () => {
    const items = threadItems([messageOf(1), messageOf(2)], [unsentOf('c1')], menteeId, day)
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
    const kinds = threadItems(thread, [], menteeId, day).map(({ kind }) => kind)
    expect(kinds).toEqual(['day', 'message', 'message', 'day', 'message'])
  })

  it('puts messages of one sender close together, for five minutes and within the day', () => {
    const thread = [
      messageOf(1, { at: '2026-11-21T10:00:00.000Z' }),
      messageOf(2, { at: '2026-11-21T10:01:00.000Z' }),
      messageOf(3, { at: '2026-11-21T10:02:00.000Z', from: 'mentee', client: 'c' }),
      messageOf(4, { at: '2026-11-21T10:09:00.000Z', from: 'mentee', client: 'd' }),
    ]
    const following = threadItems(thread, [], menteeId, day).flatMap((item) =>
      item.kind === 'message' ? [item.isFollowing] : [],
    )
    expect(following).toEqual([false, true, false, false])
  })
})

describe('reading', () => {
  it('takes an answer of the other as having read what stands above it', () => {
    const thread = [messageOf(1, { from: 'mentee', client: 'a' }), messageOf(2)]
    expect(readByOther(thread, menteeId, 0)).toBe(2)
    expect(readByOther(thread, menteeId, 7)).toBe(7)
  })
})
