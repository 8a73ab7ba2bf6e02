import type { Message } from '@marga/contract/chat'
import { Check, CheckCheck, EyeOff } from 'lucide-react'
import { memo } from 'react'
import { LinkedText } from '../../../components/linked-text.tsx'
import { formatTime } from '../../../lib/dates.ts'
import { cn } from '../../../ui/cn.ts'
import { ReportLink } from './report-link.tsx'

type MessageBubbleProps = {
  message: Message
  isOwn: boolean
  /** Soon after one of the same sender: close to it and without a gap. */
  isFollowing: boolean
  note: 'Sent' | 'Seen' | null
  reportHref: string | undefined
  isReportTabStop: boolean
}

export const bubbleRow = (isOwn: boolean, isFollowing: boolean) =>
  cn('flex flex-col', isOwn ? 'items-end' : 'items-start', isFollowing ? 'mt-1' : 'mt-3.5')

/** Text as it was typed, line breaks and all; long words break instead of widening the page. */
export const bubbleText =
  'max-w-[85%] rounded-xl px-4 py-2.5 whitespace-pre-wrap wrap-anywhere sm:max-w-[75%]'

/** Drawn again only when something of it changes: a message that arrives leaves the others as they are. */
export const MessageBubble = memo(function MessageBubble(props: MessageBubbleProps) {
  const { message, isOwn, isFollowing, note, reportHref, isReportTabStop } = props
  const { sender, createdAt, masked } = message
  return (
    <li className={bubbleRow(isOwn, isFollowing)}>
      <div
        className={cn(
          bubbleText,
          isOwn
            ? 'rounded-br-sm bg-accent-soft text-ink'
            : 'rounded-bl-sm border border-line bg-raised text-ink',
        )}
      >
        <span className="sr-only">{isOwn ? 'You: ' : `${sender.senderId.firstName}: `}</span>
        <LinkedText>{message.message}</LinkedText>
      </div>
      {masked ? (
        <p className="mt-1 flex items-center gap-1.5 px-1 text-xs text-ink-faint">
          <EyeOff className="size-3.5" aria-hidden="true" />
          Contact details were removed: this was written before a subscription.
        </p>
      ) : null}
      <p className="mt-1 flex items-center gap-1.5 px-1 text-xs text-ink-faint">
        <time dateTime={createdAt}>{formatTime(createdAt)}</time>
        {reportHref ? <ReportLink href={reportHref} isTabStop={isReportTabStop} /> : null}
        {note ? (
          <span className={cn('inline-flex items-center gap-1', note === 'Seen' && 'text-positive-ink')}>
            {note === 'Seen' ? (
              <CheckCheck className="size-3.5" aria-hidden="true" />
            ) : (
              <Check className="size-3.5" aria-hidden="true" />
            )}
            {note}
          </span>
        ) : null}
      </p>
    </li>
  )
})
