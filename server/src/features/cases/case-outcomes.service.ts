import type { SanctionKind } from '@marga/contract/case-states'
import type { Outcome } from '@marga/contract/outcomes'
import { formatRupees } from '@marga/contract/prices'
import type { MemberRole } from '@marga/contract/roles'
import type { TicketContext } from '@marga/contract/tickets'
import type { Tx } from '../../platform/db/database.ts'
import { invalidField } from '../../platform/errors.ts'
import { fullName } from '../accounts/accounts.presenter.ts'
import type { SessionRemedies } from '../disputes/session-remedies.service.ts'
import type { Applicants } from '../moderation/applicants.service.ts'
import type { ContentRemovals } from '../moderation/content-removals.service.ts'
import type { RemovedContent } from '../moderation/removed-content.rules.ts'
import type { Measure, Sanctions } from '../moderation/sanctions.service.ts'
import type { ModerationNotifications } from '../moderators/moderation-notifications.service.ts'
import type { DisputeDecision, DisputesOfTickets } from '../tickets/ticket-decisions.service.ts'
import type { AppealOutcomes } from './appeal-outcomes.service.ts'
import * as queries from './case-decisions.queries.ts'
import { concernsSessions, isDispute, isGranted, isOfPerson, refundOf } from './case-decisions.rules.ts'
import type { Decision } from './case-decisions.service.ts'
import type { CaseRow } from './cases.queries.ts'

type Deps = {
  applicants: Applicants
  sanctions: Sanctions
  contentRemovals: ContentRemovals
  disputeDecisions: DisputesOfTickets
  sessionRemedies: SessionRemedies
  moderationNotifications: ModerationNotifications
  appealOutcomes: AppealOutcomes
}
export type DecidedCase = Decision & { row: CaseRow; moderator: { id: string }; decidedAt: Date }

/** What follows from the outcomes of a case. */
export function createCaseOutcomes(deps: Deps) {
  return {
    lock: (tx: Tx, row: CaseRow, outcomes: readonly Outcome[]) => lock(deps, tx, row, outcomes),
    /** Rupees that moderators gave the two of a case. */
    givenOfLate: async (tx: Tx, row: CaseRow, now: Date) => {
      const pair = pairOf(row)
      return pair ? deps.sessionRemedies.givenOfLate(tx, pair, now) : 0
    },
    /** @throws AppError invalid_request */
    check: (tx: Tx, row: CaseRow, outcomes: readonly Outcome[]) => check(deps, tx, row, outcomes),
    /** @throws AppError email_unverified, already_decided */
    carryOut: (tx: Tx, decided: DecidedCase) => carryOut(deps, tx, decided),
  }
}
export type CaseOutcomes = ReturnType<typeof createCaseOutcomes>

/** The mentee and the mentor of a case, if it has both. */
export function pairOf(row: CaseRow) {
  const people = [
    { id: row.subjectId, role: row.subjectRole },
    { id: row.raiserId, role: row.raiserRole },
  ]
  const of = (role: MemberRole) => people.find((one) => one.role === role)?.id
  const [menteeId, mentorId] = [of('mentee'), of('mentor')]
  return menteeId && mentorId ? { menteeId, mentorId } : undefined
}

async function lock(
  { disputeDecisions, sessionRemedies }: Deps,
  tx: Tx,
  row: CaseRow,
  outcomes: readonly Outcome[],
) {
  const pair = pairOf(row)
  if (isDispute(row)) await disputeDecisions.lock(tx, [row.ticketId!])
  else if (pair && outcomes.some(concernsSessions)) await sessionRemedies.lock(tx, pair)
}

async function check(deps: Deps, tx: Tx, row: CaseRow, outcomes: readonly Outcome[]) {
  for (const [index, one] of outcomes.entries()) {
    if ('personId' in one && one.personId && ![row.subjectId, row.raiserId].includes(one.personId))
      throw invalidField(`outcomes.${index}.personId`, 'This person is not in the case.')
    if (isOfPerson(one) && isGone(row, one.personId))
      throw invalidField(`outcomes.${index}.kind`, 'This account was deleted: there is no one to sanction.')
    if (one.kind === 'remove_content' && !removable(row))
      throw invalidField(`outcomes.${index}.kind`, 'This case points at nothing that could be removed.')
    if (!concernsSessions(one)) continue
    if (isDispute(row)) await checkContested(deps, tx, row, one, index)
    else await checkRemedy(deps, tx, row, one, index)
  }
}

const isGone = (row: CaseRow, personId = row.subjectId): boolean =>
  (personId === row.subjectId ? row.subjectDeletedAt : row.raiserDeletedAt) !== null

function removable(row: CaseRow): TicketContext | undefined {
  const context = row.context as TicketContext | null
  return context && context.kind !== 'slot' ? context : undefined
}

const slotOf = (row: CaseRow, one: Outcome): string | undefined => {
  const context = row.context as TicketContext | null
  return ('slotId' in one && one.slotId) || (context?.kind === 'slot' ? context.id : undefined)
}

async function checkRemedy({ sessionRemedies }: Deps, tx: Tx, row: CaseRow, one: Outcome, index: number) {
  const pair = pairOf(row)
  if (!pair) throw invalidField(`outcomes.${index}.kind`, 'This needs a mentee and a mentor.')
  if (one.kind === 'refund') {
    const most = await sessionRemedies.refundable(tx, pair)
    if (one.amount > most)
      throw invalidField(
        `outcomes.${index}.amount`,
        `At most ${formatRupees(most)} of the two’s payments can go back.`,
      )
    return
  }
  const slotId = slotOf(row, one)
  if (!slotId || !(await sessionRemedies.find(tx, slotId, pair)))
    throw invalidField(`outcomes.${index}.slotId`, 'Choose a session of the two that is over.')
}

/** Of a contest, its own session alone is decided about. */
async function checkContested({ disputeDecisions }: Deps, tx: Tx, row: CaseRow, one: Outcome, index: number) {
  if (!('slotId' in one) || !one.slotId) return
  const dispute = await disputeDecisions.find(tx, row.ticketId!)
  if (dispute?.kind === 'contest' && dispute.contest.slotId !== one.slotId)
    throw invalidField(`outcomes.${index}.slotId`, 'Another session was contested.')
}

async function carryOut(deps: Deps, tx: Tx, decided: DecidedCase) {
  const { row, outcomes } = decided
  if (row.kind === 'application') return decideApplication(deps, tx, decided)
  if (row.kind === 'appeal') return deps.appealOutcomes.decide(tx, decided)
  await queries.closeTicket(tx, row.ticketId!, {
    status: isGranted(row, outcomes) ? 'actioned' : 'dismissed',
    decidedBy: decided.moderator.id,
    decidedAt: decided.decidedAt,
    note: decided.text || null,
  })
  if (!isDispute(row)) {
    await remedy(deps, tx, decided)
    await sanctionAll(deps, tx, decided)
    return tellRaiser(deps, tx, decided)
  }
  // With a block everything unused goes back, and the request is moot.
  await sanctionAll(deps, tx, decided)
  const reason = decided.text || null
  await deps.disputeDecisions.decide(tx, row.ticketId!, { ...disputeActionOf(outcomes), reason })
}

const decideApplication = ({ applicants }: Deps, tx: Tx, { row, moderator, outcomes, text }: DecidedCase) => {
  const outcome = outcomes[0]!.kind as 'accept' | 'accept_on_probation' | 'reject'
  const reason = outcome === 'reject' ? text : null
  return applicants.decide(tx, moderator, { applicationId: row.applicationId!, outcome, reason })
}

/** A dispute about which somebody is only sanctioned is not what it asked for. */
function disputeActionOf(outcomes: readonly Outcome[]): Omit<DisputeDecision, 'reason'> {
  const corrected = outcomes.find((one) => one.kind === 'correct_session')
  const isCallReturned = outcomes.some(({ kind }) => kind === 'return_call')
  if (corrected) return { action: 'corrected', outcome: corrected.outcome, isCallReturned }
  if (isCallReturned) return { action: 'return_call' }
  const amount = refundOf(outcomes)
  if (amount > 0) return { action: 'refund', amount }
  return { action: outcomes.some(({ kind }) => kind === 'block') ? 'block' : 'refuse' }
}

/**
 * What happened before what is given: a session that is corrected may free its call, or use it up, by that. Only that
 * neither came is said afterwards: such a call is merely free again, and of a subscription that is over it lapses, while
 * one that is given back is worth more whatever happened.
 */
const placeOf = (one: Outcome) => {
  if (one.kind !== 'correct_session') return 1
  return one.outcome === 'missed_by_both' ? 2 : 0
}
const inOrder = (outcomes: readonly Outcome[]) =>
  [...outcomes.entries()].sort(([, one], [, other]) => placeOf(one) - placeOf(other))

async function remedy({ sessionRemedies }: Deps, tx: Tx, { row, outcomes }: DecidedCase) {
  const pair = pairOf(row)
  const corrected = new Set(
    outcomes.filter(({ kind }) => kind === 'correct_session').map((one) => slotOf(row, one)),
  )
  for (const [index, one] of inOrder(outcomes)) {
    if (!pair || !concernsSessions(one)) continue
    if (one.kind === 'refund') {
      await sessionRemedies.refund(tx, pair, one.amount, row.id)
      continue
    }
    const session = (await sessionRemedies.find(tx, slotOf(row, one)!, pair))!
    if (one.kind === 'correct_session') await sessionRemedies.correct(tx, session, one.outcome)
    else if (!(await sessionRemedies.returnCall(tx, session)) && !corrected.has(session.id))
      throw invalidField(`outcomes.${index}.slotId`, 'The call of this session is not used.')
  }
}

const sanctionKinds: readonly string[] = ['warn', 'restrict', 'suspend', 'block', 'remove_content']

/** Each person is told once, of all that concerns them. */
async function sanctionAll(deps: Deps, tx: Tx, decided: DecidedCase) {
  const { row, moderator, outcomes, reason } = decided
  const measures = new Map<string, Measure[]>()
  for (const [index, one] of outcomes.entries()) {
    if (!sanctionKinds.includes(one.kind)) continue
    const personId = ('personId' in one && one.personId) || row.subjectId
    const content = one.kind === 'remove_content' ? await takeContent(deps, tx, row, index) : undefined
    const measure: Measure = {
      kind: one.kind as SanctionKind,
      ...('days' in one ? { days: one.days } : {}),
      ...(content ? { content } : {}),
    }
    measures.set(personId, [...(measures.get(personId) ?? []), measure])
  }
  for (const [accountId, of] of measures) {
    const role = (accountId === row.subjectId ? row.subjectRole : row.raiserRole) as MemberRole
    // The words are for the accused; a raiser who is sanctioned reads those for the raiser.
    const text = accountId === row.subjectId ? decided.text : (decided.raiserText ?? '')
    await deps.sanctions.impose(tx, moderator, { accountId, role }, of, { caseId: row.id, reason, text })
  }
}

async function takeContent(
  { contentRemovals }: Deps,
  tx: Tx,
  row: CaseRow,
  index: number,
): Promise<RemovedContent> {
  const content = await contentRemovals.take(tx, removable(row)!, row.subjectId)
  if (!content)
    throw invalidField(`outcomes.${index}.kind`, 'It is gone already: there is nothing to remove.')
  return content
}

async function tellRaiser(
  { moderationNotifications }: Deps,
  tx: Tx,
  { row, outcomes, raiserText }: DecidedCase,
) {
  if (!row.raiserId) return
  const isBlocked = outcomes.some(
    (one) => one.kind === 'block' && (one.personId ?? row.subjectId) === row.subjectId,
  )
  await moderationNotifications.ticketDecided(
    tx,
    { id: row.raiserId, role: row.raiserRole as MemberRole },
    {
      accusedName: fullName({ firstName: row.subjectFirstName, lastName: row.subjectLastName }),
      what: isBlocked ? 'blocked' : isGranted(row, outcomes) ? 'acted' : 'dismissed',
      text: raiserText,
    },
  )
}
