import type { CommunityMessage } from '@marga/contract/community'
import { Trash2 } from 'lucide-react'
import { LinkedText } from '../../../components/linked-text.tsx'
import { formatTime } from '../../../lib/dates.ts'
import type { Unsent } from '../../../lib/messaging/unsent.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { cn } from '../../../ui/cn.ts'

const bubble = 'max-w-full rounded-xl px-4 py-2.5 whitespace-pre-wrap wrap-anywhere'
const ownBubble = 'rounded-br-sm bg-accent-soft text-ink'

type CommunityBubbleProps = {
  message: CommunityMessage
  isOwn: boolean
  isFollowing: boolean
  /** Absent where the reader may not take it back. */
  onRemove?: () => void
}

/** One message of the room with its sender; the mentor's are marked. */
export function CommunityBubble({ message, isOwn, isFollowing, onRemove }: CommunityBubbleProps) {
  const { senderId: sender, senderType } = message.sender
  const name = `${sender.firstName} ${sender.lastName}`.trim()
  return (
    <li className={cn('flex gap-2.5', isOwn && 'flex-row-reverse', isFollowing ? 'mt-1' : 'mt-4')}>
      {isOwn ? null : isFollowing ? (
        <span className="w-7 shrink-0" />
      ) : (
        <Avatar src={sender.profileImageUrl} size="xs" className="mt-0.5" />
      )}
      <div
        className={cn(
          'flex max-w-[85%] min-w-0 flex-col sm:max-w-[75%]',
          isOwn ? 'items-end' : 'items-start',
        )}
      >
        {isOwn || isFollowing ? (
          <span className="sr-only">{isOwn ? 'You: ' : `${name}: `}</span>
        ) : (
          <p className="mb-1 flex max-w-full items-center gap-2 text-sm font-semibold">
            <span className="truncate">{name}</span>
            {senderType === 'mentor' ? <Badge tone="positive">Mentor</Badge> : null}
          </p>
        )}
        {message.isDeleted ? (
          <p className="rounded-xl border border-dashed border-line-strong px-4 py-2 text-sm text-ink-faint italic">
            This message was removed
          </p>
        ) : (
          <div
            className={cn(bubble, isOwn ? ownBubble : 'rounded-tl-sm border border-line bg-raised text-ink')}
          >
            <LinkedText>{message.message}</LinkedText>
          </div>
        )}
        <p className="mt-0.5 flex items-center gap-1 px-1 text-xs text-ink-faint">
          <time dateTime={message.createdAt}>{formatTime(message.createdAt)}</time>
          {onRemove ? (
            <button
              type="button"
              onClick={onRemove}
              aria-label={isOwn ? 'Remove your message' : `Remove the message from ${name}`}
              className="grid size-8 place-items-center rounded-sm hover:bg-line hover:text-danger-ink"
            >
              <Trash2 className="size-3.5" aria-hidden="true" />
            </button>
          ) : null}
        </p>
      </div>
    </li>
  )
}

type UnsentBubbleProps = { unsent: Unsent; onRetry: () => void; onDiscard: () => void }

export function UnsentCommunityBubble({ unsent, onRetry, onDiscard }: UnsentBubbleProps) {
  return (
    <li className="mt-2 flex flex-col items-end">
      <div className={cn(bubble, ownBubble, 'max-w-[85%] opacity-70 sm:max-w-[75%]')}>{unsent.text}</div>
      {unsent.state === 'failed' ? (
        <p className="flex flex-wrap items-center justify-end gap-x-3 text-xs text-danger-ink">
          Not sent
          <button type="button" onClick={onRetry} className="min-h-8 font-semibold underline">
            Try again
          </button>
          <button type="button" onClick={onDiscard} className="min-h-8 font-semibold underline">
            Discard
          </button>
        </p>
      ) : (
        <p className="mt-0.5 px-1 text-xs text-ink-faint">Sending…</p>
      )}
    </li>
  )
}
