import type { Conversation } from '@marga/contract/chat'
import { describe, expect, it } from 'vitest'
import { awaitingOf, conversationOf, messageOf, questionOf } from '../../testing/chat-samples.ts'
import { type ConversationPages, listOf, placeConversation, type Turn } from './conversation-pages.ts'

const day = '2026-11-21'
const asked = (id: string, hour: number, given: Partial<Conversation> = {}) =>
  conversationOf({
    _id: id,
    awaiting: questionOf(`${day}T${String(hour).padStart(2, '0')}:00:00.000Z`),
    updatedAt: `${day}T23:00:00.000Z`,
    ...given,
  })
const answered = (id: string, hour: number) =>
  conversationOf({ _id: id, updatedAt: `${day}T${String(hour).padStart(2, '0')}:00:00.000Z` })

/** With so many messages, the last of them in that hour. */
const grown = (seq: number, hour: number) => {
  const each = answered('grown', hour)
  return { ...each, lastMessage: messageOf(seq) }
}

const pagesOf = (pages: readonly Conversation[][], hasMore = false): ConversationPages => ({
  pages: pages.map((conversations, index) => ({
    conversations,
    nextCursor: hasMore || index < pages.length - 1 ? 'next' : null,
  })),
  pageParams: pages.map(() => undefined),
})
const idsAfter = (data: ConversationPages, next: Conversation, turn: Turn) =>
  placeConversation(data, next, turn).pages.map(({ conversations }) => conversations.map(({ _id }) => _id))

describe('the list of those that wait', () => {
  const waiting = pagesOf([[asked('a', 3), asked('b', 5)], [asked('c', 9)]])

  it('is ordered by what is due first, whatever was written last', () => {
    expect(idsAfter(waiting, asked('new', 4), 'mentor')).toEqual([['a', 'new', 'b'], ['c']])
    expect(idsAfter(waiting, asked('new', 7), 'mentor')).toEqual([
      ['a', 'b'],
      ['new', 'c'],
    ])
    expect(idsAfter(waiting, asked('new', 11), 'mentor')).toEqual([
      ['a', 'b'],
      ['c', 'new'],
    ])
  })

  it('has at its end those of which nobody knows when they are due', () => {
    const blocked = asked('blocked', 1, { awaiting: questionOf(`${day}T01:00:00.000Z`, { dueAt: null }) })
    expect(idsAfter(waiting, blocked, 'mentor')).toEqual([
      ['a', 'b'],
      ['c', 'blocked'],
    ])
  })

  it('moves one whose clock begins elsewhere', () => {
    expect(idsAfter(waiting, asked('a', 8), 'mentor')).toEqual([['b'], ['a', 'c']])
  })

  it('loses one that is answered or settled, and takes in none of the others', () => {
    expect(idsAfter(waiting, answered('b', 23), 'mentor')).toEqual([['a'], ['c']])
    expect(placeConversation(waiting, answered('x', 23), 'mentor')).toBe(waiting)
  })

  it('leaves out one that belongs on a page that is not loaded', () => {
    const part = pagesOf([[asked('a', 3), asked('b', 5)]], true)
    expect(idsAfter(part, asked('new', 7), 'mentor')).toEqual([['a', 'b']])
    expect(idsAfter(part, asked('a', 7), 'mentor')).toEqual([['b']])
  })

  it('keeps the last one of what is loaded when only its unread count changes', () => {
    const part = pagesOf([[asked('a', 3), asked('b', 5)]], true)
    expect(idsAfter(part, asked('b', 5, { unreadCount: 2 }), 'mentor')).toEqual([['a', 'b']])
  })
})

describe('the list of the others', () => {
  const others = pagesOf([[answered('a', 9), answered('b', 5)]])

  it('is ordered by what is newest', () => {
    expect(idsAfter(others, answered('new', 7), 'mentee')).toEqual([['a', 'new', 'b']])
  })

  it('takes in one that is answered, also where nobody is waited for, and loses one that asks', () => {
    const settled = conversationOf({ _id: 's', awaiting: awaitingOf(), updatedAt: `${day}T10:00:00.000Z` })
    expect(idsAfter(others, settled, 'mentee')).toEqual([['s', 'a', 'b']])
    expect(idsAfter(others, asked('a', 9), 'mentee')).toEqual([['b']])
  })

  it('begins with the first when it was empty', () => {
    expect(idsAfter(pagesOf([[]]), answered('a', 1), 'mentee')).toEqual([['a']])
  })
})

it('one list of all holds both halves', () => {
  const all = pagesOf([[asked('a', 3), answered('b', 5)]])
  expect(idsAfter(all, { ...asked('b', 5), updatedAt: `${day}T23:30:00.000Z` }, undefined)).toEqual([
    ['b', 'a'],
  ])
})

it('shows one once, as it is now, that a later page has at its earlier place', () => {
  const pages = pagesOf([
    [grown(3, 9), answered('a', 8)],
    [answered('b', 7), grown(2, 6)],
  ])
  expect(listOf(pages, undefined).map(({ _id, updatedAt }) => [_id, updatedAt.slice(11, 13)])).toEqual([
    ['grown', '09'],
    ['a', '08'],
    ['b', '07'],
  ])
  const moved = pagesOf([[answered('a', 8)], [grown(3, 9), answered('b', 7)]])
  expect(listOf(moved, undefined).map(({ _id }) => _id)).toEqual(['grown', 'a', 'b'])
})
