import type { Message } from '@marga/contract/chat'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messageOf } from '../../testing/chat-samples.ts'
import { hasGap, lastContiguousSeq, mergeMessages } from './message-list.ts'

const seqs = (messages: readonly Message[]) => messages.map(({ seq }) => seq)

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
        let thread: readonly Message[] = []
        for (const batch of batches) thread = mergeMessages(thread, batch)
        expect(seqs(mergeMessages(thread, last))).toEqual(seqs(all))
      }),
    )
  })

  it('takes a newer copy where the list says so, and lets no copy bring back what was removed', () => {
    const isReplaced = (known: Message & { isDeleted?: boolean }) => !known.isDeleted
    const removed = { ...messageOf(1), isDeleted: true, message: '' }
    expect(mergeMessages([messageOf(1)], [removed], isReplaced)).toEqual([removed])
    expect(mergeMessages([removed], [messageOf(1)], isReplaced)).toEqual([removed])
  })
})

describe('gaps', () => {
  it('asks for what comes after the last seq before a gap', () => {
    const thread = [messageOf(4), messageOf(5), messageOf(8)]
    expect(hasGap(thread)).toBe(true)
    expect(lastContiguousSeq(thread)).toBe(5)
  })

  it('sees none in a thread without one, wherever it begins', () => {
    expect(hasGap([messageOf(40), messageOf(41)])).toBe(false)
    expect(lastContiguousSeq([messageOf(40), messageOf(41)])).toBe(41)
  })

  it('begins at 0 with nothing held', () => {
    expect(hasGap([])).toBe(false)
    expect(lastContiguousSeq([])).toBe(0)
  })
})
