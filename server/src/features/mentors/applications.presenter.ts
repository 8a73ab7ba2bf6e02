import { type ApplicationStage, vettingChecklist, vettingItems } from '@marga/contract/vetting'
import type { ApplicationRow, ExchangeRow } from './application-status.queries.ts'

type Vetting = {
  /** Oldest first. */
  exchange: readonly ExchangeRow[]
  shortened: 'exchange'[]
  checkedItems: readonly string[]
  reapplyToken: string | null
}

/** As the applicant reads it. */
export const presentApplicationStatus = (
  row: ApplicationRow,
  { exchange, shortened, checkedItems, reapplyToken }: Vetting,
) => ({
  status: row.status,
  submittedAt: row.submittedAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  reason: row.reason,
  reapplyToken,
  isEmailVerified: row.isEmailVerified,
  stage: stageOf(row),
  checklist: vettingItems.map((item) => ({
    item,
    label: vettingChecklist[item].label,
    description: vettingChecklist[item].description,
    isChecked: checkedItems.includes(item),
  })),
  wanted: wantedOf(row, exchange),
  exchange: presentExchange(exchange),
  shortened,
})

export const presentExchange = (exchange: readonly ExchangeRow[]) =>
  exchange.map(({ at, isFromApplicant, text }) => ({
    at: at.toISOString(),
    by: isFromApplicant ? ('applicant' as const) : ('moderator' as const),
    text,
  }))

/** What is decided says its status. */
export function stageOf(
  row: Pick<ApplicationRow, 'status' | 'stage' | 'acceptedOnProbation'>,
): ApplicationStage {
  if (row.status === 'rejected') return 'rejected'
  if (row.status === 'accepted') return row.acceptedOnProbation ? 'accepted_on_probation' : 'accepted'
  return row.stage as ApplicationStage
}

function wantedOf(row: ApplicationRow, exchange: readonly ExchangeRow[]): string | null {
  if (row.status !== 'received' || !['info_wanted', 'interview'].includes(row.stage)) return null
  return exchange.findLast(({ isFromApplicant }) => !isFromApplicant)?.text ?? null
}
