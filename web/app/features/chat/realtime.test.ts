import { type InfiniteData, QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { sharedKeys } from '../../lib/query-keys.ts'
import {
  awaitingOf,
  conversationId,
  conversationOf,
  fullMessageOf,
  messageOf,
  questionOf,
} from '../../testing/chat-samples.ts'
import type { ConversationPage } from './chat-api.ts'
import { applyRead, chatKeys } from './queries.ts'
import {
  applyAwaiting,
  applyConversation,
  applyMessage,
  applyOwnReading,
  applyReconnected,
  applyTyping,
  applyUnread,
  typingLastsMs,
} from './realtime.ts'
import type { Thread } from './thread.ts'

type Pages = InfiniteData<ConversationPage, string | undefined>

let client: QueryClient
beforeEach(() => {
  client = new QueryClient()
})

const threadKey = chatKeys.thread('mentee', conversationId)
const held = () => client.getQueryData<Thread>(threadKey)?.map(({ seq }) => seq)
const pagesOf = (...pages: ConversationPage['conversations'][]): Pages => ({
  pages: pages.map((conversations) => ({ conversations, nextCursor: null })),
  pageParams: pages.map(() => undefined),
})
const listed = (name = '') =>
  client
    .getQueryData<Pages>(chatKeys.list('mentee', { name }))
    ?.pages.flatMap((page) => page.conversations.map(({ _id }) => _id))

describe('a message that arrives', () => {
  it('is appended to its thread, once', () => {
    client.setQueryData(threadKey, [messageOf(1)])
    applyMessage(client, 'mentee', fullMessageOf(messageOf(2)))
    applyMessage(client, 'mentee', fullMessageOf(messageOf(2)))
    expect(held()).toEqual([1, 2])
  })

  it('is once the own one, by answer and by event', () => {
    client.setQueryData(threadKey, [messageOf(1)])
    const own = messageOf(2, { from: 'mentee', client: 'c1' })
    applyMessage(client, 'mentee', fullMessageOf(own))
    applyMessage(client, 'mentee', fullMessageOf(own))
    expect(held()).toEqual([1, 2])
  })

  it('is not lost while the first page is on its way', async () => {
    let response: (thread: Thread) => void = () => undefined
    const fetched = client.fetchQuery({
      queryKey: threadKey,
      queryFn: () => new Promise<Thread>((resolve) => (response = resolve)),
      structuralSharing: (known, fresh) => [...((known as Thread) ?? []), ...(fresh as Thread)],
    })
    applyMessage(client, 'mentee', fullMessageOf(messageOf(3)))
    response([messageOf(1), messageOf(2)])
    await fetched
    expect(held()).toContain(3)
  })

  it('makes no thread that nobody has opened', () => {
    applyMessage(client, 'mentee', fullMessageOf(messageOf(7)))
    expect(held()).toBeUndefined()
  })

  it('asks for what lies between when seqs jump', () => {
    client.setQueryData(threadKey, [messageOf(1)])
    const asked = vi.spyOn(client, 'invalidateQueries')
    applyMessage(client, 'mentee', fullMessageOf(messageOf(2)))
    expect(asked).not.toHaveBeenCalled()
    applyMessage(client, 'mentee', fullMessageOf(messageOf(5)))
    expect(asked).toHaveBeenCalledWith({ queryKey: threadKey }, { cancelRefetch: false })
  })

  it('ends "is typing"', () => {
    applyTyping(client, 'mentee', { conversationId, isTyping: true }, 1000)
    applyMessage(client, 'mentee', fullMessageOf(messageOf(1)))
    expect(client.getQueryData(chatKeys.typing('mentee', conversationId))).toBeNull()
  })
})

describe('the list of conversations', () => {
  const other = conversationOf({ _id: 'other', updatedAt: '2026-11-21T04:30:00.000Z' })

  it('has the one with the newest message first, from whatever page it came', () => {
    client.setQueryData(chatKeys.list('mentee'), pagesOf([other], [conversationOf()]))
    applyMessage(client, 'mentee', fullMessageOf(messageOf(50)))
    expect(listed()).toEqual([conversationId, 'other'])
  })

  it('takes in a conversation that is new', () => {
    client.setQueryData(chatKeys.list('mentee'), pagesOf([other]))
    applyConversation(client, 'mentee', conversationOf({ updatedAt: '2026-11-21T05:00:00.000Z' }))
    expect(listed()).toEqual([conversationId, 'other'])
  })

  it('shows in a filtered list only whom the filter names', () => {
    client.setQueryData(chatKeys.list('mentee', { name: 'zoya' }), pagesOf([]))
    client.setQueryData(chatKeys.list('mentee', { name: 'KRISH' }), pagesOf([]))
    applyConversation(client, 'mentee', conversationOf())
    expect(listed('zoya')).toEqual([])
    expect(listed('KRISH')).toEqual([conversationId])
  })

  it('is not set back by an event that comes late', () => {
    const known = conversationOf({ lastMessage: messageOf(9), unreadCount: 0 })
    client.setQueryData(chatKeys.list('mentee'), pagesOf([known]))
    applyConversation(client, 'mentee', conversationOf({ lastMessage: messageOf(8), unreadCount: 3 }))
    const [shown] = client.getQueryData<Pages>(chatKeys.list('mentee'))!.pages[0]!.conversations
    expect(shown).toBe(known)
  })

  it('loses the badge of a conversation that was read on another device', () => {
    client.setQueryData(chatKeys.list('mentee'), pagesOf([conversationOf({ unreadCount: 4 })]))
    applyUnread(client, 'mentee', { unreadConversations: 0, readConversationId: conversationId })
    expect(client.getQueryData<Pages>(chatKeys.list('mentee'))?.pages[0]?.conversations[0]?.unreadCount).toBe(
      0,
    )
  })

  it('loses the badge of a conversation that is being read', () => {
    client.setQueryData(chatKeys.list('mentee'), pagesOf([conversationOf({ unreadCount: 4 })]))
    applyOwnReading(client, 'mentee', conversationId)
    expect(client.getQueryData<Pages>(chatKeys.list('mentee'))?.pages[0]?.conversations[0]?.unreadCount).toBe(
      0,
    )
  })
})

describe('the two lists of a mentor', () => {
  const waitingKey = chatKeys.list('mentor', { turn: 'mentor' })
  const othersKey = chatKeys.list('mentor', { turn: 'mentee' })
  const asked = conversationOf({ awaiting: questionOf('2026-11-21T04:00:00.000Z') })
  const idsOf = (key: readonly unknown[]) =>
    client.getQueryData<Pages>(key)?.pages.flatMap((page) => page.conversations.map(({ _id }) => _id))

  beforeEach(() => {
    client.setQueryData(waitingKey, pagesOf([asked]))
    client.setQueryData(othersKey, pagesOf([]))
  })

  it('change places with the conversation inside a message', () => {
    const answer = messageOf(2, { from: 'mentor' })
    applyMessage(client, 'mentor', fullMessageOf(answer, { awaiting: awaitingOf({ side: 'mentee' }) }))
    expect([idsOf(waitingKey), idsOf(othersKey)]).toEqual([[], [conversationId]])
    applyMessage(
      client,
      'mentor',
      fullMessageOf(messageOf(3, { from: 'mentee' }), { awaiting: questionOf('2026-11-21T06:00:00.000Z') }),
    )
    expect([idsOf(waitingKey), idsOf(othersKey)]).toEqual([[conversationId], []])
  })

  it('are not brought back by a word that comes late', () => {
    const answer = messageOf(5, { from: 'mentor' })
    applyMessage(client, 'mentor', fullMessageOf(answer, { awaiting: awaitingOf({ side: 'mentee' }) }))
    const question = fullMessageOf(messageOf(4, { from: 'mentee' }), { awaiting: asked.awaiting })
    applyMessage(client, 'mentor', question)
    expect([idsOf(waitingKey), idsOf(othersKey)]).toEqual([[], [conversationId]])
  })

  it('follow an event that says whose turn it is, and keep what else they know', () => {
    applyOwnReading(client, 'mentor', conversationId)
    applyAwaiting(client, 'mentor', { conversationId, awaiting: awaitingOf() })
    expect([idsOf(waitingKey), idsOf(othersKey)]).toEqual([[], [conversationId]])
    const late = { ...asked.awaiting, isLate: true }
    applyAwaiting(client, 'mentor', { conversationId, awaiting: late })
    const [shown] = client.getQueryData<Pages>(waitingKey)!.pages[0]!.conversations
    expect(shown).toEqual({ ...asked, awaiting: late })
  })

  it('are asked for when the event is of a conversation that no list shows', () => {
    applyAwaiting(client, 'mentor', { conversationId: 'elsewhere', awaiting: asked.awaiting })
    expect(client.getQueryState(waitingKey)?.isInvalidated).toBe(true)
    expect(client.getQueryState(othersKey)?.isInvalidated).toBe(true)
  })

  it('leave the open conversation at hand when its new place is on a page that is not loaded', () => {
    const newer = conversationOf({ _id: 'newer', updatedAt: '2026-11-21T09:00:00.000Z' })
    client.setQueryData<Pages>(othersKey, {
      pages: [{ conversations: [newer], nextCursor: 'next' }],
      pageParams: [undefined],
    })
    applyAwaiting(client, 'mentor', { conversationId, awaiting: awaitingOf() })
    expect([idsOf(waitingKey), idsOf(othersKey)]).toEqual([[], ['newer']])
    expect(client.getQueryData(chatKeys.conversation('mentor', conversationId))).toMatchObject({
      _id: conversationId,
    })
  })

  it('make the figures of answers out of date, of the mentor alone', () => {
    client.setQueryData(sharedKeys.responseTimes, {})
    applyMessage(client, 'mentee', fullMessageOf(messageOf(2)))
    expect(client.getQueryState(sharedKeys.responseTimes)?.isInvalidated).toBe(false)
    applyMessage(client, 'mentor', fullMessageOf(messageOf(2)))
    expect(client.getQueryState(sharedKeys.responseTimes)?.isInvalidated).toBe(true)
  })
})

describe('the rest', () => {
  it('takes the unread count as the server says it', () => {
    applyUnread(client, 'mentee', { unreadConversations: 3 })
    expect(client.getQueryData(chatKeys.unread('mentee'))).toBe(3)
  })

  it('never unreads what the other has read', () => {
    applyRead(client, 'mentee', { conversationId, seq: 9 })
    applyRead(client, 'mentee', { conversationId, seq: 4 })
    expect(client.getQueryData(chatKeys.readByOther('mentee', conversationId))).toBe(9)
  })

  it('believes "is typing" for a while only', () => {
    applyTyping(client, 'mentee', { conversationId, isTyping: true }, 1000)
    expect(client.getQueryData(chatKeys.typing('mentee', conversationId))).toBe(1000 + typingLastsMs)
    applyTyping(client, 'mentee', { conversationId, isTyping: false }, 2000)
    expect(client.getQueryData(chatKeys.typing('mentee', conversationId))).toBeNull()
  })

  it('catches up everywhere after the connection was gone', () => {
    for (const key of [threadKey, chatKeys.list('mentee'), chatKeys.unread('mentee')]) {
      client.setQueryData(key, [])
    }
    applyReconnected(client, 'mentee')
    expect(client.getQueryState(threadKey)?.isInvalidated).toBe(true)
    expect(client.getQueryState(chatKeys.list('mentee'))?.isInvalidated).toBe(true)
    expect(client.getQueryState(chatKeys.unread('mentee'))?.isInvalidated).toBe(true)
  })

  it('keeps two roles of one browser apart', () => {
    client.setQueryData(threadKey, [messageOf(1)])
    applyMessage(client, 'mentor', fullMessageOf(messageOf(2)))
    expect(held()).toEqual([1])
  })
})
