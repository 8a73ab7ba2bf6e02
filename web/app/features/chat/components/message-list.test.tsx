import type { Message } from '@marga/contract/chat'
import { act, fireEvent, render, screen } from '@testing-library/react'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { rememberedDayKey, setOwnTimeZone } from '../../../lib/dates.ts'
import { type MessageItem, messageItems } from '../../../lib/messaging/message-items.ts'
import type { Outbox } from '../../../lib/messaging/outbox.ts'
import { useMessageItems } from '../../../lib/messaging/use-message-items.ts'
import { menteeId, messageOf } from '../../../testing/chat-samples.ts'
import { MessageList } from './message-list.tsx'

const person = { _id: 'x', firstName: 'Ananya', lastName: 'Rao', profileImageUrl: null }
beforeEach(() => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** What is held stays the same when a message is added to it. */
const all = Array.from({ length: 481 }, (_, n) => ({
  ...messageOf(n + 1),
  createdAt: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
}))
const listOf = (count: number) => (
  <List items={messageItems(all.slice(0, count), [], menteeId, rememberedDayKey)} />
)
type ListProps = { items: readonly MessageItem<Message>[] } & Partial<Parameters<typeof MessageList>[0]>
const List = ({ items, ...more }: ListProps) => (
  <MemoryRouter>
    <MessageList
      items={items}
      person={person}
      readSeq={0}
      isTyping={false}
      hasEarlier={false}
      isLoadingEarlier={false}
      isEarlierLost={false}
      onLoadEarlier={() => {}}
      onRetry={() => {}}
      onDiscard={() => {}}
      reportHref={({ _id }) => `/report/${_id}`}
      {...more}
    />
  </MemoryRouter>
)

/** What drawing one more message asks of the browser's calendar. */
function costOfOneMore(count: number) {
  const { rerender, unmount } = render(listOf(count))
  const formatted = vi.spyOn(Intl.DateTimeFormat.prototype, 'formatToParts')
  const zoned = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
  rerender(listOf(count + 1))
  const cost = formatted.mock.calls.length + zoned.mock.calls.length
  vi.restoreAllMocks()
  unmount()
  return cost
}

it('draws what arrives at the same cost in a thread of 20 messages and of 480', () => {
  // Of the zones that are reckoned without the calendar nothing could be counted.
  setOwnTimeZone('America/New_York')
  const short = costOfOneMore(20)
  expect(short).toBeGreaterThan(0)
  expect(short).toBeLessThan(10)
  expect(costOfOneMore(480)).toBeLessThanOrEqual(short)
  setOwnTimeZone(null)
})

it('holds no more of a long thread in the page than is near its end', () => {
  render(listOf(480))
  expect(screen.getAllByRole('listitem').length).toBeLessThanOrEqual(80)
  expect(screen.getByRole('button', { name: 'Show earlier messages' })).toBeTruthy()
})

it('names the zone of its times where the list of conversations, which says so too, is not shown', () => {
  render(listOf(3))
  expect(screen.getByText(/^Times are in /).className).toContain('md:hidden')
})

const outbox = { subscribe: () => () => {}, list: () => nothingUnsent } as unknown as Outbox
const nothingUnsent: never[] = []
const firstOnes = all.slice(0, 2)
function Thread() {
  return (
    <List items={useMessageItems({ threadId: 'c1', messages: firstOnes, outbox, ownId: menteeId }).items} />
  )
}

it('tells days and times anew when the zone changes, in another tab say', () => {
  setOwnTimeZone('Asia/Kolkata')
  render(<Thread />)
  const told = () => screen.getAllByRole('time').map(({ textContent }) => textContent)
  expect(told()).toEqual(['January 1st 2026', '5:30 am', '5:31 am'])
  act(() => setOwnTimeZone('America/New_York'))
  expect(told()).toEqual(['December 31st 2025', '7:00 pm', '7:01 pm'])
  act(() => setOwnTimeZone(null))
})

it('asks by itself for earlier messages whose end is in sight, and by hand alone for what was not to be had', () => {
  // The beginning of the thread is in sight for as long as the list is shown.
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      private readonly tell: (entries: { isIntersecting: boolean }[]) => void
      constructor(tell: (entries: { isIntersecting: boolean }[]) => void) {
        this.tell = tell
      }
      observe() {
        this.tell([{ isIntersecting: true }])
      }
      disconnect() {}
    },
  )
  const onLoadEarlier = vi.fn()
  const items = messageItems(all.slice(0, 3), [], menteeId, rememberedDayKey)
  const { rerender } = render(<List items={items} hasEarlier onLoadEarlier={onLoadEarlier} />)
  expect(onLoadEarlier).toHaveBeenCalledOnce()
  rerender(<List items={items} hasEarlier isLoadingEarlier onLoadEarlier={onLoadEarlier} />)
  rerender(<List items={items} hasEarlier isEarlierLost onLoadEarlier={onLoadEarlier} />)
  expect(onLoadEarlier).toHaveBeenCalledOnce()
  fireEvent.click(screen.getByRole('button', { name: 'Show earlier messages' }))
  expect(onLoadEarlier).toHaveBeenCalledTimes(2)
})
