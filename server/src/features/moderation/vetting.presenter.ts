import { type VettingCheck, vettingItems } from '@marga/contract/vetting'
import { fullName } from '../accounts/accounts.presenter.ts'
import type { CheckRow } from './vetting.queries.ts'

/** Every item of the list, ticked or not, in its order. */
export const presentChecks = (rows: readonly CheckRow[]): VettingCheck[] =>
  vettingItems.map((item) => {
    const row = rows.find((each) => each.item === item)
    if (!row) return { item, evidence: null, checkedBy: null, checkedAt: null }
    const { firstName, lastName } = row
    return {
      item,
      evidence: row.evidence,
      checkedBy: firstName === null ? null : fullName({ firstName, lastName: lastName ?? '' }),
      checkedAt: row.checkedAt.toISOString(),
    }
  })
