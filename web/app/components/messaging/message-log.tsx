import {
  type KeyboardEventHandler,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react'
import type { MessageItem } from '../../lib/messaging/message-items.ts'
import type { StoredMessage } from '../../lib/messaging/message-list.ts'
import { useTimeZone } from '../../lib/use-time-zone.ts'
import { Button } from '../../ui/button.tsx'
import { ZoneNote } from '../zone-note.tsx'
import { DayLine } from './day-line.tsx'
import { useLastItems } from './use-last-items.ts'

type Shown<M extends StoredMessage> = Exclude<MessageItem<M>, { kind: 'day' }>

type MessageLogProps<M extends StoredMessage> = {
  label: string
  items: readonly MessageItem<M>[]
  renderItem: (item: Shown<M>) => ReactNode
  hasEarlier: boolean
  isLoadingEarlier: boolean
  onLoadEarlier: () => void
  /** Earlier messages come as soon as the top is in sight; else by the button only. */
  isLoadedInSight?: boolean
  /** Shown while there is no message. */
  empty: ReactNode
  zoneNoteClassName?: string
  onKeyDown?: KeyboardEventHandler<HTMLElement>
  /** Under the last message. */
  children?: ReactNode
}

/**
 * The messages, the newest at the bottom. The box is laid out from below, so it stays at its end while
 * messages come in, and does not jump while earlier ones are put on top.
 */
export function MessageLog<M extends StoredMessage>(props: MessageLogProps<M>) {
  const { label, items, renderItem, hasEarlier, isLoadingEarlier, onLoadEarlier } = props
  const top = useRef<HTMLDivElement>(null)
  const box = useRef<HTMLDivElement>(null)
  const { shown, hasHidden, showMore, onScroll } = useLastItems(items)
  const hasMore = hasHidden || hasEarlier
  const loadMore = hasHidden ? showMore : onLoadEarlier
  const loadsInSight = hasHidden || (props.isLoadedInSight ?? false)
  useLoadWhenSeen(top, hasMore && loadsInSight && !isLoadingEarlier, loadMore)
  const lastUnsent = items.findLast((item) => item.kind === 'unsent')?.key
  useEffect(() => {
    // Whoever sends wants to see it, wherever they had scrolled to.
    if (lastUnsent) box.current?.scrollTo({ top: 0 })
  }, [lastUnsent])
  return (
    <MessageBox label={label} box={box} onScroll={onScroll}>
      {/* Not an anchor: the view stays with the messages while earlier ones come in above them. */}
      <div ref={top} className="flex justify-center [overflow-anchor:none]">
        {hasMore ? (
          <Button variant="quiet" size="sm" isLoading={isLoadingEarlier} onClick={loadMore}>
            Show earlier messages
          </Button>
        ) : null}
      </div>
      {items.length === 0 ? props.empty : <ZoneNote className={props.zoneNoteClassName} />}
      {/* Bubbles are drawn once: in another zone all of them anew. */}
      <ol key={useTimeZone()} className="grid grid-cols-1" onKeyDown={props.onKeyDown}>
        {shown.map((item) =>
          item.kind === 'day' ? <DayLine key={item.key} time={item.time} /> : renderItem(item),
        )}
      </ol>
      {props.children}
    </MessageBox>
  )
}

type MessageBoxProps = {
  label: string
  box?: RefObject<HTMLDivElement | null>
  onScroll?: (event: { currentTarget: HTMLElement }) => void
  children: ReactNode
}

/** The box that scrolls; by itself it holds what stands in for messages that are not there yet. */
export const MessageBox = ({ label, box, onScroll, children }: MessageBoxProps) => (
  <div
    ref={box}
    onScroll={onScroll}
    className="flex min-h-0 flex-1 flex-col-reverse overflow-y-auto overscroll-contain bg-sunken"
  >
    <div
      role="log"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls has to be reachable by keyboard
      tabIndex={0}
      className="px-4 py-5 -outline-offset-2 sm:px-6"
    >
      {children}
    </div>
  </div>
)

/** Calls `load` whenever the element is in sight, as long as there is something to load. */
function useLoadWhenSeen(element: RefObject<HTMLDivElement | null>, isWanted: boolean, load: () => void) {
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
