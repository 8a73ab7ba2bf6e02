import type { Notification } from '@marga/contract/notifications'
import type { Role } from '@marga/contract/roles'
import { texts } from '@marga/contract/texts'
import { useQuery } from '@tanstack/react-query'
import { Bell as BellIcon, MessageCircle, Sparkle } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatRelative } from '../../../lib/relative-dates.ts'
import { buttonStyle } from '../../../ui/button-style.ts'
import { cn } from '../../../ui/cn.ts'
import { ControlledPopover } from '../../../ui/controlled-popover.tsx'
import { useMarkAllRead } from '../mutations.ts'
import { recentNotificationsQuery } from '../queries.ts'
import { notificationHref } from '../rules.ts'

type NotificationBellProps = {
  owner: { role: Role; userId: string }
  /** Where a message's notification leads. */
  conversationHref: (conversationId: string) => string
  /** The page with all of them, where the area has one. */
  allHref?: string
}

/** The newest notifications behind a bell; opening it marks all read. */
export function NotificationBell({ owner, conversationHref, allHref }: NotificationBellProps) {
  const { role, userId } = owner
  const [isOpen, setIsOpen] = useState(false)
  const { data, error } = useQuery(recentNotificationsQuery(role, userId))
  const markAllRead = useMarkAllRead(role, userId)
  const hasUnread = data?.isRead === false
  const onOpenChange = (next: boolean) => {
    setIsOpen(next)
    if (next && hasUnread) markAllRead.mutate()
  }
  return (
    <ControlledPopover
      label="Notifications"
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      trigger={
        <button
          type="button"
          aria-label={hasUnread ? 'Notifications, some are unread' : 'Notifications'}
          className={cn(buttonStyle({ variant: 'quiet', size: 'icon' }), 'relative')}
        >
          <BellIcon className="size-5.5" aria-hidden="true" />
          {hasUnread ? (
            <span
              data-testid="unread-dot"
              className="absolute top-2 right-2 size-3 rounded-full border-2 border-paper bg-danger"
            />
          ) : null}
        </button>
      }
    >
      <h2 className="border-b border-line px-4 py-3 text-lg">Notifications</h2>
      {!data || data.notifications.length === 0 ? (
        <p className="px-4 py-8 text-center text-ink-soft">
          {data ? texts.notifications.empty : (error?.message ?? texts.routing.splash)}
        </p>
      ) : (
        <NotificationRows
          notifications={data.notifications}
          conversationHref={conversationHref}
          onFollow={() => setIsOpen(false)}
        />
      )}
      {allHref ? (
        <Link
          to={allHref}
          onClick={() => setIsOpen(false)}
          className="flex min-h-12 items-center justify-center border-t border-line text-sm font-semibold text-accent-ink -outline-offset-2 hover:bg-sunken"
        >
          All notifications
        </Link>
      ) : null}
    </ControlledPopover>
  )
}

type NotificationRowsProps = Pick<NotificationBellProps, 'conversationHref'> & {
  notifications: readonly Notification[]
  onFollow: () => void
}

const NotificationRows = ({ notifications, conversationHref, onFollow }: NotificationRowsProps) => (
  <ul className="max-h-[70dvh] divide-y divide-line overflow-y-auto">
    {notifications.map((notification) => (
      <li key={notification._id}>
        <NotificationRow
          notification={notification}
          href={notificationHref(notification, conversationHref)}
          onFollow={onFollow}
        />
      </li>
    ))}
  </ul>
)

type NotificationRowProps = { notification: Notification; href: string | null; onFollow: () => void }

function NotificationRow({ notification, href, onFollow }: NotificationRowProps) {
  const { type, content, createdAt, isRead } = notification
  const Icon = type === 'message' ? MessageCircle : Sparkle
  const inside = (
    <>
      <span
        className={cn(
          'grid size-9 shrink-0 place-items-center rounded-full',
          isRead ? 'bg-sunken text-ink-faint' : 'bg-accent-soft text-accent-ink',
        )}
      >
        <Icon className="size-4.5" aria-hidden="true" />
      </span>
      <span className="min-w-0">
        <span className={cn('block text-sm', !isRead && 'font-semibold')}>{content}</span>
        <time dateTime={createdAt} className="text-xs text-ink-faint">
          {formatRelative(createdAt)}
        </time>
      </span>
    </>
  )
  const className = 'flex min-h-14 items-start gap-3 px-4 py-3'
  return href ? (
    <Link to={href} onClick={onFollow} className={cn(className, '-outline-offset-2 hover:bg-sunken')}>
      {inside}
    </Link>
  ) : (
    <div className={className}>{inside}</div>
  )
}
