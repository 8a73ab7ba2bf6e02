import type { Message } from '@marga/contract/chat'
import type { Person } from '@marga/contract/common'
import { MessageCircle } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { ZoneNote } from '../../../components/zone-note.tsx'
import { currentTime } from '../../../lib/clock.ts'
import { dayKey, formatDate } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import type { ThreadItem } from '../thread-rules.ts'
import { MessageBubble } from './message-bubble.tsx'
import { moveBetweenReports } from './report-link.tsx'
import { UnsentBubble } from './unsent-bubble.tsx'

type MessageListProps = {
  items: readonly ThreadItem[]
  person: Person
  /** Up to which seq the other has read. */
  readSeq: number
  isTyping: boolean
  hasEarlier: boolean
  isLoadingEarlier: boolean
  onLoadEarlier: () => void
  onRetry: (clientMessageId: string) => void
  onDiscard: (clientMessageId: string) => void
  reportHref?: ((message: Message) => string) | undefined
}

/**
 * The messages, the newest at the bottom. The box is laid out from below, so it stays at its end while
 * messages come in, and does not jump while earlier ones are put on top.
 */
export function MessageList(props: MessageListProps) {
  const { items, person, readSeq, isTyping, hasEarlier, isLoadingEarlier, onLoadEarlier } = props
  const top = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const { shown, hasHidden, showMore, onScroll } = useWindow(items)
  const hasMore = hasHidden || hasEarlier
  const loadMore = hasHidden ? showMore : onLoadEarlier
  useLoadWhenSeen(top, hasMore && !isLoadingEarlier, loadMore)
  const lastUnsent = items.findLast((item) => item.kind === 'unsent')?.key
  useEffect(() => {
    // Whoever sends wants to see it, wherever they had scrolled to.
    if (lastUnsent) box.current?.scrollTo({ top: 0 })
  }, [lastUnsent])
  const lastSeen = items.findLast(
    (item) => item.kind === 'message' && item.isOwn && item.message.seq <= readSeq,
  )?.key
  const lastOwn = items.findLast((item) => item.kind === 'message' && item.isOwn)?.key
  const lastOfOther = items.findLast((item) => item.kind === 'message' && !item.isOwn)?.key
  return (
    <div
      ref={box}
      onScroll={onScroll}
      className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain bg-sunken"
    >
      <div
        role="log"
        aria-label={`Messages with ${person.firstName}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard
        tabIndex={0}
        className="px-4 py-5 -outline-offset-2 sm:px-6"
      >
        {/* Not an anchor: the view stays with the messages while earlier ones come in above them. */}
        <div ref={top} className="flex justify-center [overflow-anchor:none]">
          {hasMore ? (
            <Button variant="quiet" size="sm" isLoading={isLoadingEarlier} onClick={loadMore}>
              Show earlier messages
            </Button>
          ) : null}
        </div>
        {items.length === 0 ? <Beginning person={person} /> : null}
        {/* Wider screens show the list of conversations beside it, which says so. */}
        {items.length > 0 ? <ZoneNote className="mb-2 text-center text-xs text-ink-faint md:hidden" /> : null}
        <ol className="grid" onKeyDown={moveBetweenReports}>
          {shown.map((item) =>
            item.kind === 'day' ? (
              <DayLine key={item.key} time={item.time} />
            ) : item.kind === 'message' ? (
              <MessageBubble
                key={item.key}
                message={item.message}
                isOwn={item.isOwn}
                isFollowing={item.isFollowing}
                reportHref={item.isOwn ? undefined : props.reportHref?.(item.message)}
                isReportTabStop={item.key === lastOfOther}
                note={item.key === lastSeen ? 'Seen' : item.key === lastOwn ? 'Sent' : null}
              />
            ) : (
              <UnsentBubble
                key={item.key}
                unsent={item.unsent}
                isFollowing={item.isFollowing}
                onRetry={() => props.onRetry(item.unsent.clientMessageId)}
                onDiscard={() => props.onDiscard(item.unsent.clientMessageId)}
              />
            ),
          )}
        </ol>
        {isTyping ? (
          <p className="mt-3 text-sm text-ink-soft motion-safe:animate-pulse">
            {person.firstName} is typing…
          </p>
        ) : null}
      </div>
    </div>
  )
}

/** So many items are in the page at the end of a thread; further up, as many as were scrolled through. */
const windowSize = 80

/** The last items of a thread: however long it is, the page holds what is near. At its end the rest is let go. */
function useWindow(items: readonly ThreadItem[]) {
  const [size, setSize] = useState(windowSize)
  return {
    shown: items.slice(-size),
    hasHidden: items.length > size,
    showMore: () => setSize((before) => before + windowSize),
    onScroll: ({ currentTarget }: { currentTarget: HTMLElement }) => {
      // Laid out from below: 0 is the end.
      if (size > windowSize && Math.abs(currentTarget.scrollTop) < 8) setSize(windowSize)
    },
  }
}

/** Calls `load` whenever the element is in sight, as long as there is something to load. */
function useLoadWhenSeen(
  element: React.RefObject<HTMLDivElement | null>,
  isWanted: boolean,
  load: () => void,
) {
  const onSeen = useEffectEvent(load)
  useEffect(() => {
    if (!isWanted || !element.current) return
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting) onSeen()
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isWanted])
}

function DayLine({ time }: { time: string }) {
  const isToday = dayKey(time) === dayKey(currentTime())
  return (
    // Its place changes with what is loaded above, so the view must not hold on to it.
    <li className="my-4 flex items-center gap-3 text-xs font-semibold text-ink-faint [overflow-anchor:none]">
      <span className="h-px flex-1 bg-line" />
      <time dateTime={time}>{isToday ? 'Today' : formatDate(time)}</time>
      <span className="h-px flex-1 bg-line" />
    </li>
  )
}

const Beginning = ({ person }: { person: Person }) => (
  <div className="grid justify-items-center gap-3 py-10 text-center text-ink-soft">
    <MessageCircle className="size-8 text-ink-faint" aria-hidden="true" />
    <p>This is the beginning of your conversation with {person.firstName}.</p>
  </div>
)
