import type { MemberRole } from '@marga/contract/roles'
import { Search } from 'lucide-react'
import { useId } from 'react'
import { ZoneNote } from '../../../components/zone-note.tsx'
import { errorMessage } from '../../../lib/error-messages.ts'
import { cn } from '../../../ui/cn.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Input } from '../../../ui/input.tsx'
import { LoadMore } from '../../../ui/load-more.tsx'
import type { useConversations } from '../hooks/use-conversations.ts'
import { ConversationRow } from './conversation-row.tsx'
import { ConversationRowSkeletons } from './thread-skeletons.tsx'

type ConversationListProps = {
  list: ReturnType<typeof useConversations>
  role: MemberRole
  ownId: string
  openId: string | undefined
  hrefOf: (conversationId: string) => string
  onMarkUnread: (conversationId: string) => void
  name: string
  onNameChange: (name: string) => void
  className?: string
}

/** Who one talks with, newest first, filtered by name. */
export function ConversationList(props: ConversationListProps) {
  const { list, role, ownId, openId, hrefOf, onMarkUnread, name, onNameChange, className } = props
  const { conversations } = list
  return (
    <section aria-label="Conversations" className={cn('flex flex-col', className)}>
      <ListHead name={name} onNameChange={onNameChange} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        {list.error && !conversations ? (
          <div className="p-4">
            <ErrorState
              message={errorMessage('loadConversations', list.error)}
              onRetry={() => void list.refetch()}
              isRetrying={list.isFetching}
            />
          </div>
        ) : conversations ? (
          <ul className="divide-y divide-line">
            {conversations.map((conversation) => (
              <ConversationRow
                key={conversation._id}
                conversation={conversation}
                role={role}
                ownId={ownId}
                isOpen={conversation._id === openId}
                href={hrefOf(conversation._id)}
                onMarkUnread={conversation.lastMessage ? () => onMarkUnread(conversation._id) : undefined}
              />
            ))}
          </ul>
        ) : (
          <ConversationRowSkeletons />
        )}
        {conversations?.length === 0 && name ? (
          <p role="status" className="p-6 text-center text-ink-soft">
            No conversations with anyone of that name.
          </p>
        ) : null}
        <div className="pb-6">
          <LoadMore
            hasMore={list.hasNextPage}
            isLoading={list.isFetchingNextPage}
            onLoadMore={() => void list.fetchNextPage()}
          />
        </div>
      </div>
    </section>
  )
}

function ListHead({ name, onNameChange }: Pick<ConversationListProps, 'name' | 'onNameChange'>) {
  const id = useId()
  return (
    <div className="border-b border-line p-4">
      <p className="mb-3 font-display text-2xl font-semibold" aria-hidden="true">
        Connect
      </p>
      <div className="relative">
        <label htmlFor={id} className="sr-only">
          Search conversations by name
        </label>
        <Search
          className="pointer-events-none absolute top-1/2 left-3.5 size-4.5 -translate-y-1/2 text-ink-faint"
          aria-hidden="true"
        />
        <Input
          id={id}
          type="search"
          value={name}
          maxLength={100}
          autoComplete="off"
          placeholder="Search by name"
          onChange={(event) => onNameChange(event.target.value)}
          className="pl-10"
        />
      </div>
      <ZoneNote className="mt-2 text-xs text-ink-faint" />
    </div>
  )
}
