import { NotificationList } from '../../features/notifications/components/notification-list.tsx'
import { useLogin } from '../../lib/guards.ts'
import { paths } from '../../lib/paths.ts'

export default function MenteeNotificationsPage() {
  const { userId } = useLogin('mentee')
  return (
    <NotificationList
      owner={{ role: 'mentee', userId }}
      conversationHref={(conversationId) => paths.mentees.inbox.getHref({ conversationId })}
    />
  )
}
