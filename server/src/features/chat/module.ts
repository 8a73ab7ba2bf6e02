import type { Core } from '../../platform/core.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import { deleteOwnRows, type PersonalData } from '../../platform/personal-data.ts'
import type { Realtime, Rooms } from '../../platform/realtime.ts'
import type { BlockedPeople } from '../accounts/blocked-people.service.ts'
import type { LoginSessions } from '../accounts/login-sessions.service.ts'
import type { MailRecipients } from '../accounts/mail-recipients.service.ts'
import type { Enrollments } from '../enrollments/enrollments.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { PushNotifications } from '../notifications/push-notifications.service.ts'
import type { ResponseClocks } from '../response-times/response-clocks.service.ts'
import { chatEvents } from './chat.realtime.ts'
import { chatRoutes } from './chat.routes.ts'
import { createChatPolicy } from './chat-policy.service.ts'
import { createCommunity } from './community.service.ts'
import { type CommunityMembers, createCommunityMembers } from './community-members.service.ts'
import { createConversations } from './conversations.service.ts'
import { createMessageStore } from './message-store.service.ts'
import { createMessages } from './messages.service.ts'
import { createPresence } from './presence.service.ts'
import { countUncounted } from './unread-counters.service.ts'
import { createUnreadMails } from './unread-mails.service.ts'

type Needs = Core & {
  responseClocks: ResponseClocks
  realtime: Realtime
  rooms: Rooms
  hub: { onSignIn(listener: CommunityMembers['signedIn']): unknown }
  mails: MailQueue
  recipients: MailRecipients
  loginSessions: LoginSessions
  blockedPeople: BlockedPeople
  enrollments: Enrollments
  notifications: Notifications
  pushNotifications: PushNotifications
}

/** What mentees and mentors write to each other, alone and in a mentor's community, and who is there. */
export function createChatModule(needs: Needs) {
  const chatPolicy = createChatPolicy(needs)
  const conversations = createConversations({ ...needs, chatPolicy })
  const messages = createMessages({ ...needs, chatPolicy, conversations })
  const messageStore = createMessageStore(needs)
  const community = createCommunity(needs)
  const communityMembers = createCommunityMembers(needs)
  const presence = createPresence(needs)
  needs.hub.onSignIn(communityMembers.signedIn)
  needs.blockedPeople.onChange(presence.pairChanged)
  const unreadMails = createUnreadMails(needs)
  return {
    service: { conversations, communityMembers, presence },
    routes: chatRoutes({ db: needs.db, conversations, messages, messageStore, community }),
    socketEvents: chatEvents({ conversations, messageStore }),
    jobs: {
      'chat:unread-mails': () => unreadMails.sendDue(),
      'chat:count-unread': () => countUncounted(needs),
    },
    nextDue: unreadMails.nextDue,
    personalData: {
      erase: (tx, { id }) =>
        deleteOwnRows(tx, id, ['communityRead', 'savedReply', 'unreadConversations', 'unreadMail']),
    } satisfies PersonalData,
  }
}
