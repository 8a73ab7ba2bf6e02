import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../db/database.ts'
import type {
  SandboxCheckout,
  SandboxPrice,
  SandboxRefund,
  SandboxSubscription,
} from '../db/types.generated.ts'

export const findSubscriptionRow = (db: Db, id: string) =>
  db
    .selectFrom('sandboxSubscription')
    .innerJoin('sandboxPrice', 'sandboxPrice.id', 'sandboxSubscription.priceId')
    .leftJoin('sandboxCheckout', 'sandboxCheckout.subscriptionId', 'sandboxSubscription.id')
    .selectAll('sandboxSubscription')
    .select(['sandboxPrice.amount', 'sandboxCheckout.reference'])
    .where('sandboxSubscription.id', '=', id)
    .executeTakeFirst()

/** Of two who change it one waits. */
export const lockSubscriptionRow = (db: Db, id: string) =>
  db.selectFrom('sandboxSubscription').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const insertSubscription = (db: Db, row: Insertable<SandboxSubscription>) =>
  db.insertInto('sandboxSubscription').values(row).execute()

export const updateSubscription = (db: Db, id: string, changes: Updateable<SandboxSubscription>) =>
  db.updateTable('sandboxSubscription').set(changes).where('id', '=', id).execute()

export const findActiveAfter = (db: Db, id: string, max: number) =>
  db
    .selectFrom('sandboxSubscription')
    .select('id')
    .where('status', '=', 'active')
    .where('id', '>', id)
    .orderBy('id')
    .limit(max)
    .execute()

export const sumRefunds = async (db: Db, paymentId: string): Promise<number> =>
  (
    await db
      .selectFrom('sandboxRefund')
      .select((eb) => eb.fn.coalesce(eb.fn.sum<number>('amount'), eb.lit(0)).as('refunded'))
      .where('paymentId', '=', paymentId)
      .executeTakeFirstOrThrow()
  ).refunded

/** Of the subscription's payments before this one, those of which something went back; the newest first. */
export const sumEarlierRefunds = async (db: Db, subscriptionId: string, paymentId: string) =>
  (
    await db
      .selectFrom('sandboxRefund')
      .select(['paymentId', ({ fn }) => fn.sum<number>('amount').as('refunded')])
      .where('paymentId', 'like', `${subscriptionId}:%`)
      .where('paymentId', '!=', paymentId)
      .groupBy('paymentId')
      .orderBy('paymentId', 'desc')
      .execute()
  ).map(({ refunded, ...of }) => ({ ...of, refunded: Number(refunded) }))

/** Once for each reference. */
export const insertRefund = (db: Db, row: Insertable<SandboxRefund>) =>
  db
    .insertInto('sandboxRefund')
    .values(row)
    .onConflict((conflict) => conflict.column('reference').doNothing())
    .execute()

export const insertPrice = (db: Db, row: Insertable<SandboxPrice>) =>
  db.insertInto('sandboxPrice').values(row).execute()

export const findPrice = (db: Db, id: string) =>
  db.selectFrom('sandboxPrice').select('id').where('id', '=', id).executeTakeFirst()

export const findCheckoutRow = (db: Db, id: string) =>
  db.selectFrom('sandboxCheckout').selectAll().where('id', '=', id).executeTakeFirst()

export const lockCheckoutRow = (db: Db, id: string): Promise<Selectable<SandboxCheckout> | undefined> =>
  db.selectFrom('sandboxCheckout').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Nothing happens where there is one already. */
export const insertCheckout = (db: Db, row: Insertable<SandboxCheckout>) =>
  db
    .insertInto('sandboxCheckout')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const updateCheckout = (db: Db, id: string, changes: Updateable<SandboxCheckout>) =>
  db.updateTable('sandboxCheckout').set(changes).where('id', '=', id).execute()

/** Nothing happens where it is open no more. */
export const cancelOpenCheckout = (db: Db, id: string) =>
  db
    .updateTable('sandboxCheckout')
    .set({ status: 'canceled' })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute()

/** As the page that is paid on shows it. */
export const describeCheckout = (db: Db, id: string) =>
  db
    .selectFrom('sandboxCheckout')
    .innerJoin('sandboxPrice', 'sandboxPrice.id', 'sandboxCheckout.priceId')
    .innerJoin('account', 'account.id', 'sandboxPrice.mentorId')
    .innerJoin('mentorProfile', 'mentorProfile.accountId', 'account.id')
    .select((eb) => [
      'sandboxPrice.amount',
      'sandboxCheckout.status',
      'mentorProfile.jobTitle',
      'account.profileImageUrl',
      eb.fn<string>('concat_ws', [eb.val(' '), 'account.firstName', 'account.lastName']).as('mentorName'),
    ])
    .where('sandboxCheckout.id', '=', id)
    .executeTakeFirst()
