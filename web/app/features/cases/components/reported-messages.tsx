import type { CaseEvidence } from '@marga/contract/case-evidence'
import type { CasePerson } from '@marga/contract/moderation-case'
import { formatShortMoment } from '../../../lib/dates.ts'
import { Badge } from '../../../ui/badge.tsx'
import { cn } from '../../../ui/cn.ts'
import { fullName } from '../rules.ts'
import { Part } from './part.tsx'

type Message = CaseEvidence['messages'][number]
type ReportedMessagesProps = { messages: readonly Message[]; people: readonly CasePerson[] }

/** The reported message with what was written before and after it. */
export const ReportedMessages = ({ messages, people }: ReportedMessagesProps) => (
  <Part title="Messages" hint="Looking at them is in the log">
    <ol className="grid grid-cols-1 gap-1">
      {messages.map((message) => (
        <MessageLine key={message._id} message={message} people={people} />
      ))}
    </ol>
  </Part>
)

function MessageLine({ message, people }: { message: Message; people: readonly CasePerson[] }) {
  const sender = people.find(({ _id }) => _id === message.senderId)
  return (
    <li
      className={cn(
        'min-w-0 rounded-md border px-4 py-2.5',
        message.isReported ? 'border-danger bg-danger-soft' : 'border-transparent',
      )}
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <span className="font-semibold wrap-anywhere">{sender ? fullName(sender) : 'Someone else'}</span>
        <time
          dateTime={message.createdAt}
          className={message.isReported ? 'text-danger-ink' : 'text-ink-faint'}
        >
          {formatShortMoment(message.createdAt)}
        </time>
        {message.isReported ? <Badge tone="danger">Reported</Badge> : null}
        {message.isRemoved ? <Badge>Removed</Badge> : null}
      </p>
      <p className="mt-0.5 max-w-prose whitespace-pre-line wrap-anywhere">{message.text}</p>
    </li>
  )
}
