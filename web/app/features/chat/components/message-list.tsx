import type { Message } from '@marga/contract/chat'
import type { Person } from '@marga/contract/common'
import { MessageCircle } from 'lucide-react'
import { MessageLog } from '../../../components/messaging/message-log.tsx'
import type { MessageItem } from '../../../lib/messaging/message-items.ts'
import { MessageBubble } from './message-bubble.tsx'
import { moveBetweenReports } from './report-link.tsx'
import { UnsentBubble } from './unsent-bubble.tsx'

type MessageListProps = {
  items: readonly MessageItem<Message>[]
  person: Person
  /** Up to which seq the other has read. */
  readSeq: number
  isTyping: boolean
  hasEarlier: boolean
  isLoadingEarlier: boolean
  isEarlierLost: boolean
  onLoadEarlier: () => void
  onRetry: (clientMessageId: string) => void
  onDiscard: (clientMessageId: string) => void
  reportHref?: ((message: Message) => string) | undefined
}

/** The messages of a conversation, with how far the other has read and whether they type. */
export function MessageList(props: MessageListProps) {
  const { items, person, readSeq, isTyping, hasEarlier, isLoadingEarlier, onLoadEarlier } = props
  const lastSeen = items.findLast(
    (item) => item.kind === 'message' && item.isOwn && item.message.seq <= readSeq,
  )?.key
  const lastOwn = items.findLast((item) => item.kind === 'message' && item.isOwn)?.key
  const lastOfOther = items.findLast((item) => item.kind === 'message' && !item.isOwn)?.key
  return (
    <MessageLog
      label={`Messages with ${person.firstName}`}
      items={items}
      hasEarlier={hasEarlier}
      isLoadingEarlier={isLoadingEarlier}
      onLoadEarlier={onLoadEarlier}
      // What could not be loaded is asked for again by hand: at sight it would be without end.
      isLoadedInSight={!props.isEarlierLost}
      empty={<Beginning person={person} />}
      // Wider screens show the list of conversations beside it, which says so.
      zoneNoteClassName="mb-2 text-center text-xs text-ink-faint md:hidden"
      onKeyDown={moveBetweenReports}
      renderItem={(item) =>
        item.kind === 'message' ? (
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
        )
      }
    >
      {isTyping ? (
        <p className="mt-3 text-sm text-ink-soft motion-safe:animate-pulse">{person.firstName} is typing…</p>
      ) : null}
    </MessageLog>
  )
}

const Beginning = ({ person }: { person: Person }) => (
  <div className="grid justify-items-center gap-3 py-10 text-center text-ink-soft">
    <MessageCircle className="size-8 text-ink-faint" aria-hidden="true" />
    <p>This is the beginning of your conversation with {person.firstName}.</p>
  </div>
)
