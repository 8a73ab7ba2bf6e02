import type { CommunityMessage } from '@marga/contract/community'
import type { MemberRole } from '@marga/contract/roles'
import { Lock, MessagesSquare, UsersRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { MessageBox, MessageLog } from '../../../components/messaging/message-log.tsx'
import { ApiError } from '../../../lib/api-client.ts'
import { errorMessage } from '../../../lib/error-messages.ts'
import { useMessageItems } from '../../../lib/messaging/use-message-items.ts'
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useRoom } from '../hooks/use-room.ts'
import { useRoomOutbox } from '../hooks/use-room-outbox.ts'
import { mayRemove, type Room } from '../room.ts'
import { CommunityBubble, UnsentCommunityBubble } from './community-bubble.tsx'
import { CommunityComposer } from './community-composer.tsx'

type CommunityRoomProps = {
  /** Whose area it is in. */
  of: MemberRole
  userId: string
  mentorId: string
  /** "Community of Asha Rao" */
  title: string
  /** What somebody can do who may not come in. */
  closedAction?: ReactNode
  /** During a pause, for instance, a subscriber is not let in either. */
  isSubscribed?: boolean
}

/** The room of a mentor and everybody who is subscribed now. */
export function CommunityRoom(props: CommunityRoomProps) {
  const { of: role, userId, mentorId, title, closedAction, isSubscribed = false } = props
  const { query, earlier, remove } = useRoom(role, mentorId)
  const outbox = useRoomOutbox({ role, userId })
  const [removing, setRemoving] = useState<CommunityMessage | null>(null)
  const { data: room, error } = query
  const thread = useMessageItems({ threadId: mentorId, messages: room?.messages, outbox, ownId: userId })
  // Who is not subscribed any more reads nothing, not even what was read before.
  if (error instanceof ApiError && (error.code === 'not_enrolled' || error.status === 404)) {
    const isClosed = isSubscribed || error.status === 404
    const closedTitle = isClosed ? 'This room is closed to you now' : 'This room is for subscribers'
    return (
      <EmptyState isPage icon={Lock} title={closedTitle} action={closedAction}>
        {error.message}
      </EmptyState>
    )
  }
  return (
    <section
      aria-label={title}
      className="-my-6 flex h-[calc(100dvh-var(--spacing-navbar)-var(--offline-bar,0px)-5rem)] min-h-80 short:h-104! flex-col overflow-hidden rounded-lg border border-line bg-surface shadow-card max-sm:-mx-3 sm:max-md:-my-8 md:h-[calc(100dvh-var(--spacing-navbar)-var(--offline-bar,0px)-2rem)]"
    >
      <RoomHeader title={title} members={room?.members} />
      {room ? (
        <RoomMessages
          room={room}
          ownId={userId}
          thread={thread}
          isLoadingEarlier={earlier.isPending}
          onLoadEarlier={() => earlier.mutate()}
          onRemove={setRemoving}
        />
      ) : (
        <MessageBox label="Messages">
          {error ? (
            <ErrorState
              message={errorMessage('loadMessages', error)}
              onRetry={() => void query.refetch()}
              isRetrying={query.isFetching}
            />
          ) : (
            <LoadingMessages />
          )}
        </MessageBox>
      )}
      {room ? <CommunityComposer owner={{ role, userId }} mentorId={mentorId} onSend={thread.send} /> : null}
      <ConfirmDialog
        isOpen={removing !== null}
        onOpenChange={() => setRemoving(null)}
        title="Remove this message?"
        description="No one in the room will be able to read it. A note that it was removed stays."
        confirmLabel="Remove"
        isLoading={remove.isPending}
        onConfirm={() => removing && remove.mutate(removing._id, { onSettled: () => setRemoving(null) })}
      />
    </section>
  )
}

type RoomMessagesProps = {
  room: Room
  ownId: string
  thread: ReturnType<typeof useMessageItems<CommunityMessage>>
  isLoadingEarlier: boolean
  onLoadEarlier: () => void
  onRemove: (message: CommunityMessage) => void
}

function RoomMessages({ room, ownId, thread, isLoadingEarlier, ...on }: RoomMessagesProps) {
  return (
    <MessageLog
      label="Messages"
      items={thread.items}
      hasEarlier={room.hasEarlier}
      isLoadingEarlier={isLoadingEarlier}
      onLoadEarlier={on.onLoadEarlier}
      empty={<NoMessages />}
      zoneNoteClassName="mb-2 text-center text-xs text-ink-faint"
      renderItem={(item) =>
        item.kind === 'message' ? (
          <CommunityBubble
            key={item.key}
            message={item.message}
            isOwn={item.isOwn}
            isFollowing={item.isFollowing}
            onRemove={mayRemove(item.message, ownId) ? () => on.onRemove(item.message) : undefined}
          />
        ) : (
          <UnsentCommunityBubble
            key={item.key}
            unsent={item.unsent}
            onRetry={() => thread.retry(item.key)}
            onDiscard={() => thread.discard(item.key)}
          />
        )
      }
    />
  )
}

const NoMessages = () => (
  <p className="grid justify-items-center gap-3 py-[12dvh] text-center text-ink-soft">
    <MessagesSquare className="size-8 text-ink-faint" aria-hidden="true" />
    No messages yet. Say hello to everyone.
  </p>
)

const LoadingMessages = () => (
  <div className="grid gap-4">
    <Skeleton className="h-14 w-2/3" />
    <Skeleton className="h-10 w-1/2 justify-self-end" />
    <Skeleton className="h-14 w-3/5" />
  </div>
)

function RoomHeader({ title, members }: { title: string; members: number | undefined }) {
  return (
    <header className="flex min-h-18 items-center gap-3 border-b border-line px-4 py-2">
      <span className="grid size-11 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-ink">
        <UsersRound className="size-5.5" aria-hidden="true" />
      </span>
      <div className="min-w-0">
        <h1 className="truncate font-sans text-base font-semibold tracking-normal">{title}</h1>
        <p className="text-sm text-ink-soft">
          {members ? `${members} ${members === 1 ? 'member' : 'members'}` : 'Loading…'}
        </p>
      </div>
    </header>
  )
}
