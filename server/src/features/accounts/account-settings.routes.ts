import { api } from '@marga/contract/api'
import { type MemberRole, roles } from '@marga/contract/roles'
import { type BoundRoute, respond, route } from '../../http/route.ts'
import type { BlockedPeople } from './blocked-people.service.ts'
import type { EmailVerifications } from './email-verifications.service.ts'
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
  const endpoints = settings[role]
  return [
    route(endpoints.changePassword, async ({ actor, body }) => {
      const trustedDevice = await passwords.change(actor, body)
      return respond(200, { message: 'Your password is changed.' }, trustedDevice)
    }),
    route(endpoints.twoStep, ({ actor }) => twoFactor.state(actor)),
    route(endpoints.beginTwoStep, ({ actor, body }) => twoFactor.begin(actor, body.password)),
    route(endpoints.confirmTwoStep, async ({ actor, body }) => ({
      backupCodes: await twoFactor.confirm(actor, body.code),
    })),
    route(endpoints.endTwoStep, async ({ actor, body }) => {
      await twoFactor.end(actor, body)
      return { message: 'Two-step sign-in is off.' }
    }),
    route(endpoints.sessions, async ({ actor }) => ({ sessions: await loginSessions.list(actor) })),
    route(endpoints.endOtherSessions, async ({ actor }) => {
      await loginSessions.endAllOthers(actor)
      return { message: 'All other sessions are ended.' }
    }),
    route(endpoints.endSession, async ({ actor, params }) => {
      await loginSessions.endOne(actor, (params as { sessionId: string }).sessionId)
      return { message: 'The session is ended.' }
    }),
  ]
}

function routesOfMembers(role: MemberRole, deps: Deps): BoundRoute[] {
  const { passwords, profiles, emailVerifications, blockedPeople } = deps
  const endpoints = settings[role]
  return [
    route(endpoints.sendOtp, async ({ body, caller }) => {
      await passwords.requestReset(role, body.email, caller)
      return { message: 'If this address has an account, a code is on its way.' }
    }),
    route(endpoints.verifyOtp, async ({ body, caller }) => {
      const trustedDevice = await passwords.reset(role, body, caller)
      return respond(200, { message: 'Your password is changed. Please sign in again.' }, trustedDevice)
    }),
    route(endpoints.sendVerification, async ({ actor }) => {
      await emailVerifications.sendAgain(actor)
      return { message: 'An email is on its way.' }
    }),
    route(endpoints.verifyEmail, async ({ actor, body }) => {
      await emailVerifications.verify(body.token, { actor, password: body.password })
      return { message: 'Your address is confirmed.' }
    }),
    route(endpoints.preferences, async ({ actor }) => ({
      preferences: await profiles.preferences(actor.id),
    })),
    route(endpoints.editPreferences, async ({ actor, body }) => ({
      preferences: await profiles.editPreferences(actor.id, body),
    })),
    route(endpoints.blockedPeople, async ({ actor }) => ({ people: await blockedPeople.list(actor.id) })),
    route(endpoints.blockPerson, async ({ actor, body }) => ({
      people: await blockedPeople.block(actor, body.personId),
    })),
    route(endpoints.unblockPerson, async ({ actor, params }) => ({
      people: await blockedPeople.unblock(actor, (params as { personId: string }).personId),
    })),
  ]
}
