import type { Notification } from '@marga/contract/notifications'
import { QueryClient } from '@tanstack/react-query'
import { beforeEach, describe, expect, it } from 'vitest'
import { notificationKeys, type RecentNotifications } from './queries.ts'
import { applyAllRead, applyConversationRead, applyNotification } from './realtime.ts'
import { notificationHref } from './rules.ts'

const noticeOf = (number: number, given: Partial<Notification> = {}): Notification => ({
  _id: `n${number}`,
  type: 'alert',
  content: `notice ${number}`,
  isRead: false,
  createdAt: new Date(Date.parse('2026-11-21T04:00:00.000Z') + number * 1000).toISOString(),
  conversationId: null,
  link: null,
  ...given,
})

let client: QueryClient
beforeEach(() => {
  client = new QueryClient()
  client.setQueryData<RecentNotifications>(notificationKeys.bell('mentee'), {
    notifications: [],
    isRead: true,
  })
})
const bell = () => client.getQueryData<RecentNotifications>(notificationKeys.bell('mentee'))

describe('a notification that comes in', () => {
  it('marks the list unread', () => {
    applyNotification(client, 'mentee', noticeOf(1))
    expect(bell()?.isRead).toBe(false)
  })
  it('stands on top, and only the five newest are kept', () => {
    for (const number of [1, 2, 3, 4, 5, 6]) applyNotification(client, 'mentee', noticeOf(number))
    expect(bell()?.notifications.map(({ _id }) => _id)).toEqual(['n6', 'n5', 'n4', 'n3', 'n2'])
  })
  it('is skipped when it is known already', () => {
    applyNotification(client, 'mentee', noticeOf(1))
    applyAllRead(client, 'mentee')
    applyNotification(client, 'mentee', noticeOf(1))
    expect(bell()?.notifications).toHaveLength(1)
    expect(bell()?.isRead).toBe(true)
  })
  it('takes its own place, on top, when it tells of more by now', () => {
    applyNotification(client, 'mentee', noticeOf(1))
    applyNotification(client, 'mentee', noticeOf(2))
    const more = { ...noticeOf(3), _id: 'n1', content: '2 changes' }
    applyNotification(client, 'mentee', more)
    expect(bell()?.notifications.map(({ _id }) => _id)).toEqual(['n1', 'n2'])
    expect(bell()?.notifications[0]?.content).toBe('2 changes')
  })
  it('belongs to its role only', () => {
    applyNotification(client, 'mentor', noticeOf(1))
    expect(bell()?.notifications).toEqual([])
  })
})

describe('where a notification leads', () => {
  const toConversation = (id: string) => `/inbox/${id}`
  it('is its conversation, else its link', () => {
    expect(notificationHref(noticeOf(1, { conversationId: 'c', link: '/x' }), toConversation)).toBe(
      '/inbox/c',
    )
    expect(notificationHref(noticeOf(1, { link: '/mentees/schedules' }), toConversation)).toBe(
      '/mentees/schedules',
    )
  })
  it('is never another site', () => {
    for (const link of ['https://evil.test', '//evil.test', '/\\evil.test', 'javascript:alert(1)', null]) {
      expect(notificationHref(noticeOf(1, { link }), toConversation)).toBeNull()
    }
  })
})

describe('a conversation that was read to its end', () => {
  it('reads what told of its messages, and the list once nothing else is unread', () => {
    applyNotification(client, 'mentee', noticeOf(1, { type: 'message', conversationId: 'c1' }))
    applyNotification(client, 'mentee', noticeOf(2, { type: 'message', conversationId: 'c2' }))
    applyConversationRead(client, 'mentee', 'c1')
    expect(bell()?.notifications.map(({ isRead }) => isRead)).toEqual([false, true])
    expect(bell()?.isRead).toBe(false)
    applyConversationRead(client, 'mentee', 'c2')
    expect(bell()?.isRead).toBe(true)
  })
})
