import { api } from '@marga/contract/api'
import { roles } from '@marga/contract/roles'
import { type BoundRoute, respond, route } from '../../http/route.ts'
import type { CalendarFeeds } from '../calendar/calendar-feeds.service.ts'
import type { PushNotifications } from '../notifications/push-notifications.service.ts'
import type { BlockedPeople } from './blocked-people.service.ts'
import type { DataExport } from './data-export.service.ts'
import type { EmailVerifications } from './email-verifications.service.ts'
import type { Erasure } from './erasure.service.ts'
import type { LoginSessions } from './login-sessions.service.ts'
import type { Passwords } from './passwords.service.ts'
import type { Profiles } from './profile.service.ts'
import type { TwoFactor } from './two-factor.service.ts'

type Deps = {
  loginSessions: LoginSessions
  passwords: Passwords
  twoFactor: TwoFactor
  profiles: Profiles
  emailVerifications: EmailVerifications
  blockedPeople: BlockedPeople
  erasure: Erasure
  dataExport: DataExport
  calendarFeeds: CalendarFeeds
  pushNotifications: PushNotifications
}
const settings = api.accountSettings

export function accountSettingsRoutes(deps: Deps): BoundRoute[] {
  const { profiles } = deps
  return [
    ...roles.flatMap((role) => routesOfAll(role, deps)),
    ...(['mentee', 'mentor'] as const).flatMap((role) => routesOfMembers(role, deps)),
    route(settings.moderator.preferences, async ({ actor }) => ({
      preferences: await profiles.moderatorPreferences(actor.id),
    })),
    route(settings.moderator.editPreferences, async ({ actor, body }) => ({
      preferences: await profiles.editModeratorPreferences(actor.id, body),
    })),
    route(settings.menteeProfile, async ({ actor }) => ({
      menteeProfileDetails: await profiles.mentee(actor.id),
    })),
    route(settings.editMenteeProfile, async ({ actor, body }) => ({
      menteeProfileDetails: await profiles.editMentee(actor.id, body),
    })),
  ]
}

function routesOfAll(
  role: (typeof roles)[number],
  { passwords, loginSessions, twoFactor }: Deps,
): BoundRoute[] {
  const calls = settings[role]
  return [
    route(calls.changePassword, async ({ actor, body }) => {
      await passwords.change(actor, body)
      return { message: 'Your password is changed.' }
    }),
    route(calls.twoStep, ({ actor }) => twoFactor.state(actor)),
    route(calls.beginTwoStep, ({ actor, body }) => twoFactor.begin(actor, body.password)),
    route(calls.confirmTwoStep, async ({ actor, body }) => ({
      backupCodes: await twoFactor.confirm(actor, body.code),
    })),
    route(calls.endTwoStep, async ({ actor, body }) => {
      await twoFactor.end(actor, body)
      return { message: 'Two-step sign-in is off.' }
    }),
    route(calls.sessions, async ({ actor }) => ({ sessions: await loginSessions.list(actor) })),
    route(calls.endOtherSessions, async ({ actor }) => {
      await loginSessions.endAllOthers(actor)
      return { message: 'All other sessions are ended.' }
    }),
    route(calls.endSession, async ({ actor, params }) => {
      await loginSessions.endOne(actor, (params as { sessionId: string }).sessionId)
      return { message: 'The session is ended.' }
    }),
  ]
}

function routesOfMembers(role: 'mentee' | 'mentor', deps: Deps): BoundRoute[] {
  const {
    passwords,
    profiles,
    emailVerifications,
    blockedPeople,
    erasure,
    dataExport,
    calendarFeeds,
    pushNotifications,
  } = deps
  const calls = settings[role]
  return [
    route(calls.sendOtp, async ({ body, caller }) => {
      await passwords.requestReset(role, body.email, caller)
      return { message: 'If this address has an account, a code is on its way.' }
    }),
    route(calls.verifyOtp, async ({ body, caller }) => {
      const trustedDevice = await passwords.reset(role, body, caller)
      return respond(200, { message: 'Your password is changed. Please sign in again.' }, trustedDevice)
    }),
    route(calls.sendVerification, async ({ actor }) => {
      await emailVerifications.sendAgain(actor)
      return { message: 'An email is on its way.' }
    }),
    route(calls.verifyEmail, async ({ actor, body }) => {
      await emailVerifications.verify(body.token, { actor, password: body.password })
      return { message: 'Your address is confirmed.' }
    }),
    route(calls.preferences, async ({ actor }) => ({ preferences: await profiles.preferences(actor.id) })),
    route(calls.editPreferences, async ({ actor, body }) => ({
      preferences: await profiles.editPreferences(actor.id, body),
    })),
    route(calls.subscribePush, async ({ actor, body }) => {
      await pushNotifications.subscribe(actor, body)
      return { message: 'This device will show notifications.' }
    }),
    route(calls.unsubscribePush, async ({ actor, body }) => {
      await pushNotifications.unsubscribe(actor, body.endpoint)
      return { message: 'This device no longer shows notifications.' }
    }),
    route(calls.export, ({ actor }) => dataExport.of(actor)),
    route(calls.deleteAccount, async ({ actor, body }) => {
      await erasure.erase(actor, body)
      return { message: 'Your account is deleted.' }
    }),
    route(calls.blockedPeople, async ({ actor }) => ({ people: await blockedPeople.list(actor.id) })),
    route(calls.blockPerson, async ({ actor, body }) => ({
      people: await blockedPeople.block(actor, body.personId),
    })),
    route(calls.unblockPerson, async ({ actor, params }) => ({
      people: await blockedPeople.unblock(actor, (params as { personId: string }).personId),
    })),
    route(calls.calendarFeed, async ({ actor }) => ({ url: await calendarFeeds.addressOf(actor) })),
    route(calls.renewCalendarFeed, async ({ actor }) => ({ url: await calendarFeeds.renew(actor) })),
  ]
}
