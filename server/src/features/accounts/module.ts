import { createAccessTokens } from '../../platform/access-tokens.ts'
import type { RunAsSession } from '../../platform/actor.ts'
import { createAttemptLimiter } from '../../platform/attempt-limiter.ts'
import { after, hoursMs } from '../../platform/clock.ts'
import type { Core } from '../../platform/core.ts'
import { createEncryption } from '../../platform/encryption.ts'
import type { IdentityProvider } from '../../platform/identity/identity.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { Images } from '../images/images.service.ts'
import type { Consent } from '../site-pages/site-pages.service.ts'
import { accountSettingsRoutes } from './account-settings.routes.ts'
import { accountRoutes } from './accounts.routes.ts'
import { createAccounts } from './accounts.service.ts'
import { createBlockedPeople } from './blocked-people.service.ts'
import { createEmailVerifications } from './email-verifications.service.ts'
import { createGoogleSignIn } from './google-sign-in.service.ts'
import { createKnownDevices } from './known-devices.service.ts'
import { createLoginRateLimiter } from './login-rate-limiter.service.ts'
import * as sessionQueries from './login-sessions.queries.ts'
import { createLoginSessions } from './login-sessions.service.ts'
import { createMailRecipients } from './mail-recipients.service.ts'
import { createMailboxProofs } from './mailbox-proofs.service.ts'
import { createOneTimeCodes } from './one-time-codes.service.ts'
import { createOwnPassword } from './own-password.service.ts'
import { createPasswords } from './passwords.service.ts'
import { accountPersonalData } from './personal-data.ts'
import { createProfiles } from './profile.service.ts'
import { createRefreshTokens } from './refresh-tokens.rules.ts'
import { createRelationships } from './relationships.service.ts'
import { createRevocations } from './revocations.service.ts'
import { createTrustedDevices } from './trusted-devices.service.ts'
import { createTwoFactor } from './two-factor.service.ts'

type Needs = Core & {
  /** Whether this process hears of what others revoke. */
  isListening: () => boolean
  mails: MailQueue
  /** What those who sign up agree to. */
  consent: Consent
  images: Images
  identityProvider: IdentityProvider | undefined
  rateLimitFactor: number
  /** Moderators may do nothing else before they have it. */
  isTwoFactorRequired: boolean
}

/** Who somebody is: accounts, sign-in, sessions, passwords, own profile and preferences. */
export function createAccountsModule(needs: Needs) {
  const { db, clock, realClock } = needs
  const sessions = createSessions(needs)
  const { attempts, loginSessions, revocations, runAsSession } = sessions
  const proofs = createProofs(needs, sessions)
  const people = createPeople(needs, sessions)
  const shared = { ...needs, ...sessions, ...proofs, ...people }
  const accounts = createAccounts(shared)
  const passwords = createPasswords(shared)
  const profiles = createProfiles(shared)
  const { blockedPeople, recipients, relationships } = people
  const { emailVerifications, loginRateLimiter, mailboxProofs, ownPassword, twoFactor } = proofs

  return {
    service: {
      accounts,
      blockedPeople,
      emailVerifications,
      googleSignIn: createGoogleSignIn({ ...shared, provider: needs.identityProvider }),
      loginRateLimiter,
      loginSessions,
      mailboxProofs,
      ownPassword,
      passwords,
      profiles,
      recipients,
      relationships,
      revocations,
      runAsSession,
      twoFactor,
    },
    routes: [
      ...accountRoutes({ accounts, loginSessions }),
      ...accountSettingsRoutes({ ...shared, passwords, profiles }),
    ],
    jobs: { 'accounts:send-reset-code': passwords.sendResetCode },
    daily: [
      () => sessionQueries.deleteExpiredSessions(db.query, realClock.now()),
      () => sessionQueries.deleteOldRevocations(db.query, after(realClock.now(), -hoursMs(1))),
      attempts.deleteExpired,
    ],
    personalData: accountPersonalData(clock),
  }
}

/** Sessions that are open or have ended, and tries of what opens one: by the real clock. */
function createSessions(needs: Needs) {
  const { db, realClock, secret } = needs
  const accessTokens = createAccessTokens({ secret, clock: realClock })
  const real = { ...needs, clock: realClock, accessTokens }
  const attempts = createAttemptLimiter({ ...real, factor: needs.rateLimitFactor })
  const loginSessions = createLoginSessions({
    ...real,
    attempts,
    refreshTokens: createRefreshTokens(secret),
    knownDevices: createKnownDevices(real),
  })
  const runAsSession: RunAsSession = (actor, work) =>
    db.runAsSession((tx) => loginSessions.hold(tx, actor), work)
  return {
    attempts,
    loginSessions,
    revocations: createRevocations(real),
    runAsSession,
  }
}
type Sessions = ReturnType<typeof createSessions>

/** What shows that somebody is who they say. */
function createProofs(needs: Needs, { attempts, loginSessions }: Sessions) {
  const { realClock, secret } = needs
  const codes = createOneTimeCodes(needs)
  const ownPassword = createOwnPassword({ ...needs, attempts, codes })
  return {
    codes,
    ownPassword,
    twoFactor: createTwoFactor({
      ...needs,
      clock: realClock,
      ownPassword,
      attempts,
      encryption: createEncryption(secret, 'two-step sign-in'),
      isRequiredForModerators: needs.isTwoFactorRequired,
    }),
    mailboxProofs: createMailboxProofs({ ...needs, loginSessions }),
    emailVerifications: createEmailVerifications({ ...needs, attempts, ownPassword }),
    loginRateLimiter: createLoginRateLimiter({ attempts }),
    trustedDevices: createTrustedDevices(needs),
  }
}

/** Who has to do with whom, and who gets which mails. */
function createPeople(needs: Needs, { attempts }: Sessions) {
  const relationships = createRelationships(needs)
  return {
    relationships,
    blockedPeople: createBlockedPeople({ ...needs, attempts, relationships }),
    recipients: createMailRecipients(needs),
  }
}
