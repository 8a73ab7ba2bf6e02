import { limits } from '@marga/contract/limits'
import { type MemberRole, roleHome } from '@marga/contract/roles'
import { formatShortMoment } from '../../platform/date-format.ts'
import type { Tx } from '../../platform/db/database.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import type { ProposalRow } from './moves.queries.ts'
import type { Meeting, SlotMails } from './slot-mails.service.ts'
import * as queries from './slots.queries.ts'

type Deps = { notifications: Notifications; slotMails: SlotMails; publicUrl: () => string }

const alert = 'alert' as const
const pageOf = (role: MemberRole, slotId: string) =>
  `${roleHome[role]}/${role === 'mentee' ? 'booked-slots' : 'scheduler'}?slot=${slotId}`
const otherOf = (role: MemberRole): MemberRole => (role === 'mentee' ? 'mentor' : 'mentee')
const personOf = (slot: queries.SlotRow, role: MemberRole) =>
  role === 'mentee'
    ? { id: slot.menteeId!, firstName: slot.menteeFirstName ?? '' }
    : { id: slot.mentorId, firstName: slot.mentorFirstName }

/** What the two are told of a session that moves or is to move. */
export function createMoveNotifications(deps: Deps) {
  return {
    moved: (tx: Tx, slot: queries.SlotRow, of: { from: Date; by: MemberRole }) => moved(deps, tx, slot, of),
    proposed: (tx: Tx, slot: queries.SlotRow, proposal: ProposalRow) => proposed(deps, tx, slot, proposal),
    declined: (tx: Tx, slot: queries.SlotRow, proposal: ProposalRow) => declined(deps, tx, slot, proposal),
  }
}
export type MoveNotifications = ReturnType<typeof createMoveNotifications>

async function moved(
  { notifications, slotMails }: Deps,
  tx: Tx,
  slot: queries.SlotRow,
  { from, by }: { from: Date; by: MemberRole },
) {
  const zones = await queries.timeZonesOf(tx, [slot.mentorId, slot.menteeId!])
  const news = (['mentee', 'mentor'] as const).map((role) => {
    const reader = personOf(slot, role)
    const when = (moment: Date) => formatShortMoment(moment, zones.get(reader.id) ?? null)
    const who = role === by ? 'You' : personOf(slot, by).firstName
    return {
      accountId: reader.id,
      type: alert,
      content: `${who} moved your session from ${when(from)} to ${when(slot.startsAt)}`,
      link: pageOf(role, slot.id),
      isOwnAct: role === by,
    }
  })
  await notifications.notifyAll(tx, news)
  const movesLeft = limits.movesMax - slot.moves
  await slotMails.moved(tx, slot as Meeting, { from, by, movesLeft })
}

async function proposed(deps: Deps, tx: Tx, slot: queries.SlotRow, proposal: ProposalRow) {
  const { notifications, slotMails, publicUrl } = deps
  const role = otherOf(proposal.proposedBy)
  const reader = personOf(slot, role)
  const zones = await queries.timeZonesOf(tx, [reader.id])
  const when = formatShortMoment(slot.startsAt, zones.get(reader.id) ?? null)
  const link = pageOf(role, slot.id)
  await notifications.notify(tx, reader.id, {
    type: alert,
    content: `${personOf(slot, proposal.proposedBy).firstName} proposes another time for your session: ${when}`,
    link,
  })
  await slotMails.proposed(tx, slot as Meeting, reader.id, {
    starts: proposal.starts.map((start) => new Date(start)),
    text: proposal.text,
    expiresAt: proposal.expiresAt,
    answerUrl: `${publicUrl()}${link}`,
  })
}

async function declined({ notifications }: Deps, tx: Tx, slot: queries.SlotRow, { proposedBy }: ProposalRow) {
  const reader = personOf(slot, proposedBy)
  const zones = await queries.timeZonesOf(tx, [reader.id])
  const when = formatShortMoment(slot.startsAt, zones.get(reader.id) ?? null)
  const { firstName } = personOf(slot, otherOf(proposedBy))
  await notifications.notify(tx, reader.id, {
    type: alert,
    content: `${firstName} keeps the time of your session: ${when}`,
    link: pageOf(proposedBy, slot.id),
  })
}
