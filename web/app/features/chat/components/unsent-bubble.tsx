import { CircleAlert, Clock } from 'lucide-react'
import type { Unsent } from '../../../lib/messaging/unsent.ts'
import { Button } from '../../../ui/button.tsx'
import { cn } from '../../../ui/cn.ts'
import { bubbleRow, bubbleText } from './message-bubble.tsx'

type UnsentBubbleProps = {
  unsent: Unsent
  isFollowing: boolean
  onRetry: () => void
  onDiscard: () => void
}

/** A message that the server does not have yet, or refused. */
export function UnsentBubble({ unsent, isFollowing, onRetry, onDiscard }: UnsentBubbleProps) {
  const { text, state, reason } = unsent
  const isFailed = state === 'failed'
  return (
    <li className={bubbleRow(true, isFollowing)}>
      <div
        className={cn(
          bubbleText,
          'rounded-br-sm',
          isFailed ? 'border border-danger bg-danger-soft text-ink' : 'bg-accent-soft text-ink-soft',
        )}
      >
        <span className="sr-only">You: </span>
        {text}
      </div>
      {isFailed ? (
        <div className="mt-1 flex flex-wrap items-center justify-end gap-x-1 px-1 text-sm text-danger-ink">
          <span className="inline-flex items-center gap-1.5">
            <CircleAlert className="size-4 shrink-0" aria-hidden="true" />
            {reason ?? 'Not sent. Retrying…'}
          </span>
          <Button variant="quiet" size="sm" onClick={onRetry}>
            Retry
          </Button>
          <Button variant="quiet" size="sm" onClick={onDiscard}>
            Discard
          </Button>
        </div>
      ) : (
        <p className="mt-1 inline-flex items-center gap-1.5 px-1 text-xs text-ink-faint">
          <Clock className="size-3.5" aria-hidden="true" />
          {state === 'waiting' ? 'Waiting for the connection' : 'Sending'}
        </p>
      )}
    </li>
  )
}
