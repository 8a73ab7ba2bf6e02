import { describe, expect, it } from 'vitest'
import { messageOf } from '../../testing/chat-samples.ts'
import { fetchMissed } from './catch-up.ts'

/** A server that holds messages 1 to `length` and gives `pageSize` at a time; `asked` records what was asked for. */
function serve(length: number, pageSize: number) {
  const asked: number[] = []
  const fetchAfter = async (after: number) => {
    asked.push(after)
    const messages = Array.from({ length: Math.min(pageSize, length - after) }, (_, i) =>
      messageOf(after + 1 + i),
    )
    return { messages, hasMore: after + messages.length < length }
  }
  return { asked, fetchAfter }
}
const heldSeqs = (...seqs: number[]) => seqs.map((seq) => messageOf(seq))

describe('catching up', () => {
  it('fetches page after page from the last message without a gap before it', async () => {
    const { asked, fetchAfter } = serve(12, 5)
    const fetched = await fetchMissed({ held: () => heldSeqs(1, 2, 9), fetchAfter })
    expect(fetched.map(({ seq }) => seq)).toEqual([3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(asked).toEqual([2, 7])
  })
  it('asks for nothing more once the newest page joins what is held', async () => {
    const { asked, fetchAfter } = serve(12, 5)
    await fetchMissed({ held: () => heldSeqs(1, 2), fetchAfter, newest: heldSeqs(3, 4) })
    expect(asked).toEqual([])
    const fetched = await fetchMissed({ held: () => heldSeqs(1, 2), fetchAfter, newest: heldSeqs(7, 8) })
    expect(fetched.map(({ seq }) => seq)).toEqual([3, 4, 5, 6, 7, 8])
    expect(asked).toEqual([2])
  })
  it('ends when the server has nothing, though a gap is left', async () => {
    const fetchAfter = async () => ({ messages: [], hasMore: true })
    expect(await fetchMissed({ held: () => heldSeqs(1, 5), fetchAfter })).toEqual([])
  })
})
