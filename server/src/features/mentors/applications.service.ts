import { randomBytes } from 'node:crypto'
import type { MentorRegistration } from '@marga/contract/mentors'
import type { Clock, NewId } from '../../platform/clock.ts'
import { advisoryLock } from '../../platform/db/advisory-lock.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import { hashPassword } from '../../platform/password-hashes.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import { emailTaken, shutOutAtSignUp } from '../accounts/accounts.rules.ts'
import type { EmailVerifications } from '../accounts/email-verifications.service.ts'
import type { LoginRateLimiter } from '../accounts/login-rate-limiter.service.ts'
import type { MailboxProofs } from '../accounts/mailbox-proofs.service.ts'
import { refuseCommonPassword } from '../accounts/passwords.rules.ts'
import { hashToken } from '../accounts/refresh-tokens.rules.ts'
import type { ModerationNotifications } from '../moderators/moderation-notifications.service.ts'
import type { Consent } from '../site-pages/site-pages.service.ts'
import { applicationLink } from './application-status.service.ts'
import { applicationReceivedMail, applyAgainMail } from './mentors.mails.ts'
import * as queries from './mentors.queries.ts'
import type { Reapplications } from './reapplications.service.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  mails: MailQueue
  emailVerifications: EmailVerifications
  loginRateLimiter: LoginRateLimiter
  mailboxProofs: MailboxProofs
  reapplications: Reapplications
  moderationNotifications: ModerationNotifications
  consent: Consent
  publicUrl: () => string
}
type From = { address: string }
type Earlier = NonNullable<Awaited<ReturnType<typeof queries.findAccountForUpdate>>>

/** Mentors' applications, until a moderator decides about them. */
export function createApplications(deps: Deps) {
  return {
    apply: (form: MentorRegistration, from: From) => apply(deps, form, from),
  }
}
export type Applications = ReturnType<typeof createApplications>

/**
 * An address that applied before is only mailed the link to do so again; without that nothing of the earlier
 * application changes, and the answer does not tell.
 * @throws AppError application_in_review, account_blocked, already_exists, invalid_token, rate_limited
 */
async function apply(deps: Deps, form: MentorRegistration, { address }: From) {
  refuseCommonPassword(form.password)
  await deps.loginRateLimiter.spendRegistration(address)
  if (!form.token) await deps.loginRateLimiter.spendRegistrationOf('mentor', form.email)
  const passwordHash = await hashPassword(form.password)
  const isInReview = await deps.db.transact((tx) => receive(deps, tx, form, passwordHash))
  if (isInReview) throw new AppError('application_in_review')
}

/** @returns whether an earlier application is being read */
async function receive(deps: Deps, tx: Tx, form: MentorRegistration, passwordHash: string): Promise<boolean> {
  const { emailVerifications, reapplications } = deps
  // Of a new address there is no row to lock: who presses twice would read that the address is taken, by themselves.
  await advisoryLock(tx, `application:${form.email.toLowerCase()}`)
  const earlier = await queries.findAccountForUpdate(tx, form.email)
  if (earlier?.isBlocked) throw shutOutAtSignUp(earlier.suspendedUntil !== null)
  if (earlier?.status === 'accepted') throw emailTaken()
  if (earlier?.status === 'applied') {
    // Who has lost the mail comes here, as there is no signing in yet.
    if (!earlier.isEmailVerified) await emailVerifications.start(tx, { ...earlier, role: 'mentor' })
    return true
  }
  if (form.token !== undefined) await reapplications.spend(tx, form.token, earlier?.id)
  if (!earlier) await submit(deps, tx, await insertApplicant(deps, tx, form, passwordHash), form, false)
  else if (form.token === undefined) await offerLink(deps, tx, earlier)
  else await submit(deps, tx, await renewApplicant(deps, tx, earlier, form, passwordHash), form, true)
  return false
}

async function insertApplicant(
  { clock, newId, consent }: Deps,
  tx: Tx,
  form: MentorRegistration,
  passwordHash: string,
): Promise<string> {
  const id = newId()
  await queries.insertMentorAccount(tx, {
    id,
    role: 'mentor',
    email: form.email,
    ...personOf(form),
    passwordHash,
    createdAt: clock.now(),
    ...(await consent.given(clock.now())),
  })
  await queries.insertProfile(tx, { accountId: id, ...profileOf(form) })
  return id
}

/** By the link, which only the mailbox has received: it proves the address, and the password is its owner's. */
async function renewApplicant(
  { mailboxProofs, clock, consent }: Deps,
  tx: Tx,
  { id }: Earlier,
  form: MentorRegistration,
  passwordHash: string,
) {
  await queries.updateMentorAccount(tx, id, { ...personOf(form), ...(await consent.given(clock.now())) })
  await mailboxProofs.setPasswordByMail(tx, id, passwordHash)
  await queries.updateProfile(tx, id, { ...profileOf(form), status: 'applied' })
  return id
}

async function offerLink({ mails, reapplications }: Deps, tx: Tx, earlier: Earlier) {
  await mails.add(tx, {
    to: earlier,
    kind: 'apply-again',
    content: applyAgainMail(earlier.firstName, await reapplications.newLink(tx, earlier.id)),
  })
}

async function submit(
  { clock, newId, mails, emailVerifications, moderationNotifications, publicUrl }: Deps,
  tx: Tx,
  mentorId: string,
  form: MentorRegistration,
  isProven: boolean,
) {
  const token = randomBytes(24).toString('base64url')
  const earlier = await queries.lastApplication(tx, mentorId)
  const applicationId = newId()
  await queries.insertApplication(tx, {
    id: applicationId,
    mentorId,
    attempt: (earlier?.attempt ?? 0) + 1,
    tokenHash: hashToken(token),
    submittedAt: clock.now(),
  })
  await moderationNotifications.newCase(tx, {
    kind: 'application',
    title: `New application from ${fullName(form)}`,
    what: `${fullName(form)} applied as a mentor.`,
    path: `/moderator/cases/${applicationId}`,
  })
  const applicant = { id: mentorId, role: 'mentor', email: form.email } as const
  await mails.add(tx, {
    to: { id: mentorId, email: form.email, isEmailVerified: isProven },
    kind: 'application-received',
    content: applicationReceivedMail(form.firstName, {
      statusUrl: applicationLink(publicUrl(), token),
      ...(isProven ? {} : { confirmUrl: await emailVerifications.newLink(tx, applicant) }),
    }),
  })
}

const personOf = ({ firstName, lastName, phone }: MentorRegistration) => ({ firstName, lastName, phone })

const profileOf = (form: MentorRegistration) => ({
  jobTitle: form.jobTitle,
  firmName: form.firmName,
  location: form.location || null,
  bio: form.bio,
  educationalQualification: form.educationalQualification,
  hourlyRate: form.hourlyRate,
  expertise: form.expertise,
  website: form.website || null,
  twitterUrl: form.twitterUrl || null,
  linkedInUrl: form.linkedInUrl || null,
})
