import { NotificationList } from '../../features/notifications/components/notification-list.tsx'
import { useLogin } from '../../lib/guards.ts'
import { paths } from '../../lib/paths.ts'

export default function MentorNotificationsPage() {
  const { userId } = useLogin('mentor')
  return (
    <NotificationList
      owner={{ role: 'mentor', userId }}
      conversationHref={(conversationId) => paths.mentors.inbox.getHref({ conversationId })}
    />
  )
}
