import { type MovableStage, type VettingItem, vettingChecklist } from '@marga/contract/vetting'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import { AppError, invalidField } from '../../platform/errors.ts'
import type { MailQueue } from '../../platform/mail/mail-queue.ts'
import type { ApplicationStatus } from '../mentors/application-status.service.ts'
import type { Audit } from '../moderators/audit.service.ts'
import type { CaseEvents } from '../moderators/case-events.service.ts'
import { alreadyDecided } from '../moderators/decisions.rules.ts'
import type { ModerationNotifications } from '../moderators/moderation-notifications.service.ts'
import type { Moderators } from '../moderators/moderators.service.ts'
import { applicantAskedMail } from './applicants.mails.ts'
import { findAnyApplication, findApplicantAddress } from './applicants.queries.ts'
import { presentChecks } from './vetting.presenter.ts'
import * as queries from './vetting.queries.ts'
import { needsText, stageNames } from './vetting.rules.ts'

type Deps = {
  db: Database
  clock: Clock
  audit: Audit
  mails: MailQueue
  caseEvents: CaseEvents
  moderators: Moderators
  applicationStatus: ApplicationStatus
  moderationNotifications: ModerationNotifications
}
type Moderator = { id: string }
type Move = {
  mentorId: string
  stage: MovableStage
  text?: string | undefined
  note?: string | undefined
}
type Check = { item: VettingItem; evidence: string | null }

/** How an application is looked into before it is decided. */
export function createVetting(deps: Deps) {
  return {
    stage: (moderator: Moderator, move: Move) => moveOn(deps, moderator, move),
    check: (moderator: Moderator, applicationId: string, of: Check) =>
      check(deps, moderator, applicationId, of),
    checks: async (db: Db, applicationId: string) =>
      presentChecks(await queries.findChecks(db, applicationId)),
    exchange: deps.applicationStatus.exchange,
  }
}
export type Vetting = ReturnType<typeof createVetting>

/** @throws AppError invalid_request naming `text`, not_found, already_decided, forbidden */
async function moveOn(deps: Deps, moderator: Moderator, { mentorId, stage, text, note }: Move) {
  const { db, audit, caseEvents, moderators, moderationNotifications } = deps
  if (needsText(stage) && !text) throw invalidField('text', 'Say what you want to know, or when you meet.')
  return db.transact(async (tx) => {
    const moved = await queries.moveApplication(tx, mentorId, stage)
    if (!moved) throw await refusal(deps, tx, mentorId)
    await moderators.refuseOwn(tx, moderator.id, [mentorId])
    const by = { caseId: moved.id, moderatorId: moderator.id }
    await caseEvents.write(tx, { ...by, what: 'stage', text: stageNames[stage] })
    if (note) await caseEvents.write(tx, { ...by, what: 'note', text: note })
    await audit.write(tx, {
      moderatorId: moderator.id,
      action: 'stage',
      subjectId: mentorId,
      note: [`${stageNames[stage]}.`, note].filter(Boolean).join(' '),
    })
    if (text) await ask(deps, tx, moderator, { applicationId: moved.id, mentorId, text })
    await moderationNotifications.caseDecided(tx, 'application')
    return { _id: moved.id, mentorId, stage }
  })
}

type Question = { applicationId: string; mentorId: string; text: string }

async function ask(
  { applicationStatus, mails }: Deps,
  tx: Tx,
  moderator: Moderator,
  { applicationId, mentorId, text }: Question,
) {
  await applicationStatus.ask(tx, { applicationId, moderatorId: moderator.id, text })
  const applicant = await findApplicantAddress(tx, mentorId)
  const url = applicationStatus.newLink(applicationId)
  await mails.add(tx, {
    to: applicant,
    kind: 'applicant-asked',
    content: applicantAskedMail(applicant.firstName, { text, url }),
  })
}

/** @returns all checks. @throws AppError not_found, already_decided, forbidden */
async function check(deps: Deps, moderator: Moderator, applicationId: string, { item, evidence }: Check) {
  const { db, clock, audit, caseEvents, moderators, moderationNotifications } = deps
  return db.transact(async (tx) => {
    const application = await queries.lockApplication(tx, applicationId)
    if (!application) throw new AppError('not_found')
    const { mentorId, status } = application
    if (status !== 'received') throw await refusal(deps, tx, mentorId)
    await moderators.refuseOwn(tx, moderator.id, [mentorId])
    const by = { applicationId, item, moderatorId: moderator.id, checkedAt: clock.now() }
    if (evidence === null) await queries.untick(tx, applicationId, item)
    else await queries.tick(tx, { ...by, evidence })
    const { label } = vettingChecklist[item]
    await caseEvents.write(tx, {
      ...{ caseId: applicationId, moderatorId: moderator.id, what: 'checked' },
      text: `${label}: ${evidence ?? 'taken back.'}`,
    })
    // The log keeps what it is told for ever: the evidence goes with its person, from the case and the checks.
    const note = `${label}: ${evidence === null ? 'taken back' : 'ticked'}.`
    await audit.write(tx, { moderatorId: moderator.id, action: 'check', subjectId: mentorId, note })
    await moderationNotifications.caseDecided(tx, 'application')
    return presentChecks(await queries.findChecks(tx, applicationId))
  })
}

async function refusal({ audit }: Deps, tx: Tx, mentorId: string) {
  return (await findAnyApplication(tx, { mentorId }))
    ? alreadyDecided(await audit.lastOf(tx, mentorId, ['accept', 'reject']))
    : new AppError('not_found')
}
