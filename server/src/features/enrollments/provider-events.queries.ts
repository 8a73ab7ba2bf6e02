import type { Db } from '../../platform/db/database.ts'
import type { PaymentGateway, ProviderEvent } from '../../platform/payments/payments.ts'

/** Undefined when it is stored already. */
export const insertEvent = (
  db: Db,
  event: ProviderEvent,
  of: { provider: PaymentGateway['mode']; receivedAt: Date },
) =>
  db
    .insertInto('providerEvent')
    .values({
      id: event.id,
      provider: of.provider,
      type: event.type,
      payload: JSON.stringify(event.about),
      receivedAt: of.receivedAt,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()

export const findEvent = (db: Db, id: string) =>
  db.selectFrom('providerEvent').selectAll().where('id', '=', id).executeTakeFirst()

export const markHandled = (db: Db, id: string, now: Date) =>
  db.updateTable('providerEvent').set({ handledAt: now }).where('id', '=', id).execute()

/** Received in a time, and never finished; the oldest first. */
export const findUnhandled = (
  db: Db,
  provider: string,
  received: { after: Date; before: Date },
  limit: number,
) =>
  db
    .selectFrom('providerEvent')
    .select('id')
    .where('handledAt', 'is', null)
    .where('provider', '=', provider)
    .where('receivedAt', '<', received.before)
    .where('receivedAt', '>', received.after)
    .orderBy('receivedAt')
    .limit(limit)
    .execute()
