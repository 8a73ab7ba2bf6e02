import type { Db } from '../../platform/db/database.ts'
import { invalidField } from '../../platform/errors.ts'
import * as queries from './raiser-names.queries.ts'
import { namesRaiser } from './raiser-names.rules.ts'

/** By the case that is decided, or by the appeal against what cases led to. */
type Told = { caseId: string | null; appealId?: string | null; accusedId: string; text: string }

/** What the accused reads never names who raised the case. @throws AppError invalid_request, naming `text` */
export async function refuseNamesOfRaisers(db: Db, { caseId, appealId, accusedId, text }: Told) {
  if (!text) return
  const raisers = appealId
    ? await queries.findRaisersOfAppeal(db, appealId)
    : caseId
      ? await queries.findRaisers(db, caseId)
      : []
  if (raisers.length === 0) return
  const accused = await queries.findName(db, accusedId)
  if (!raisers.some((raiser) => namesRaiser(text, raiser, accused))) return
  throw invalidField(
    'text',
    'This names the person who raised the case. The accused is not told who that is.',
  )
}
