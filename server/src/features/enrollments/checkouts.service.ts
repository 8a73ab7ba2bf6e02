import type { Enrollment } from '@marga/contract/enrollments'
import { validate as isUuid } from 'uuid'
import { after, type Clock, hoursMs, type NewId } from '../../platform/clock.ts'
import { advisoryLock } from '../../platform/db/advisory-lock.ts'
import type { Database, Db, Tx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { notConfigured } from '../../platform/payments/no-payments.ts'
import type { PaymentGateway, ProviderCheckout } from '../../platform/payments/payments.ts'
import type { Conversations } from '../chat/conversations.service.ts'
import type { Notifications } from '../notifications/notifications.service.ts'
import * as queries from './enrollments.queries.ts'
import type { Enrollments } from './enrollments.service.ts'
import type { Receipts } from './receipts.service.ts'

type Deps = {
  db: Database
  clock: Clock
  newId: NewId
  payments: PaymentGateway | undefined
  enrollments: Enrollments
  conversations: Conversations
  notifications: Notifications
  receipts: Receipts
  publicUrl: () => string
}
type Mentee = { id: string }
type CheckoutRow = NonNullable<Awaited<ReturnType<typeof findCheckout>>>

/** A checkout page stays usable this long; a second tab of the same pair gets the same page. */
const reusableHours = 20

export function createCheckouts(deps: Deps) {
  const { db, clock, newId, payments, enrollments, conversations, notifications, receipts, publicUrl } = deps

  async function open(gateway: PaymentGateway, pair: queries.Pair, price: { id: string; amount: number }) {
    const id = newId()
    const mentee = await db.query
      .selectFrom('account')
      .select('email')
      .where('id', '=', pair.menteeId)
      .executeTakeFirstOrThrow()
    const provider = await gateway.openCheckout({
      reference: id,
      priceId: price.id,
      menteeEmail: mentee.email,
      successUrl: `${publicUrl()}/mentees/payment/success/${id}`,
      cancelUrl: `${publicUrl()}/mentees/payment/failed`,
    })
    await db.query
      .insertInto('checkout')
      .values({
        id,
        ...pair,
        priceId: price.id,
        amount: price.amount,
        provider: gateway.mode,
        providerCheckoutId: provider.id,
        url: provider.url,
        createdAt: clock.now(),
      })
      .execute()
    return provider.url
  }

  /** Makes the enrollment that a paid checkout stands for; whoever comes first makes it, the rest find it. */
  async function enroll(checkout: CheckoutRow, paid: ProviderCheckout): Promise<queries.EnrollmentRow> {
    const subscription = paid.subscription!
    return db.transact(async (tx) => {
      const pair = { menteeId: checkout.menteeId, mentorId: checkout.mentorId }
      const made = await queries.insertEnrollment(tx, {
        id: newId(),
        ...pair,
        provider: checkout.provider,
        amount: checkout.amount,
        subscription,
      })
      if (!made) return findBySubscription(tx, subscription.id)
      await receipts.record(tx, made, subscription, { isRenewal: false })
      await tx.updateTable('checkout').set({ settledAt: clock.now() }).where('id', '=', checkout.id).execute()
      await conversations.ensure(tx, pair)
      await tellMentor(tx, pair)
      return made
    })
  }

  async function tellMentor(tx: Tx, { menteeId, mentorId }: queries.Pair) {
    const mentee = await tx
      .selectFrom('account')
      .select('firstName')
      .where('id', '=', menteeId)
      .executeTakeFirstOrThrow()
    await notifications.notify(tx, mentorId, {
      type: 'alert',
      content: `${mentee.firstName} has subscribed to you`,
      link: '/mentors/subscribed-mentees',
    })
  }

  /** What the provider says now, turned into an enrollment if it says paid. */
  async function settle(checkout: CheckoutRow): Promise<queries.EnrollmentRow> {
    const atProvider =
      payments && checkout.providerCheckoutId
        ? await payments.findCheckout(checkout.providerCheckoutId)
        : undefined
    if (atProvider?.status === 'paid' && atProvider.subscription) {
      // The provider's own record must agree on what was bought: a swapped price enrols nobody.
      if (atProvider.reference !== checkout.id || atProvider.priceId !== checkout.priceId)
        throw new AppError('price_mismatch')
      return enroll(checkout, atProvider)
    }
    throw new AppError('payment_required', { details: { pending: atProvider?.status === 'open' } })
  }

  return {
    /** @throws AppError not_configured, not_found, price_mismatch, already_subscribed, payment_provider_unavailable */
    async create(mentee: Mentee, input: { mentorId: string; mentorPriceId: string }): Promise<string> {
      if (!payments) throw notConfigured()
      const offer = await queries.findOffer(db.query, input.mentorId)
      if (!offer) throw new AppError('not_found')
      const { priceId, priceAmount } = offer
      if (!priceId || !priceAmount || priceId !== input.mentorPriceId) throw new AppError('price_mismatch')
      const pair = { menteeId: mentee.id, mentorId: input.mentorId }
      if (await queries.findLive(db.query, pair)) throw new AppError('already_subscribed')
      return db.transact(async (tx) => {
        // Two tabs at once take turns, so that both are led to the same page and one payment.
        await lockPair(tx, pair)
        const earlier = await findOpen(tx, pair, after(clock.now(), -hoursMs(reusableHours)))
        const atProvider = earlier?.providerCheckoutId
          ? await payments.findCheckout(earlier.providerCheckoutId)
          : undefined
        if (earlier?.url && atProvider?.status === 'open') {
          if (earlier.priceId === priceId) return earlier.url
          await payments.expireCheckout(atProvider.id)
        }
        // Paid a moment ago, but not told yet: paying again would be paying twice.
        if (earlier && atProvider?.status === 'paid') {
          await settle(earlier)
          throw new AppError('already_subscribed')
        }
        return open(payments, pair, { id: priceId, amount: priceAmount })
      })
    },

    /** @throws AppError payment_required (`pending` while the provider has not decided), not_found */
    async confirm(
      mentee: Mentee,
      by: { mentorId?: string | undefined; paymentId?: string | undefined },
    ): Promise<Enrollment> {
      const checkout = await findCheckoutOf(db.query, mentee.id, by)
      if (checkout) return enrollments.present(await settle(checkout))
      if (by.paymentId !== undefined || !by.mentorId || !(await queries.findOffer(db.query, by.mentorId))) {
        throw new AppError('not_found')
      }
      throw new AppError('payment_required', { details: { pending: false } })
    },

    /** Handles a stored provider event by asking for the present state; safe to repeat and in any order. */
    async handleEvent({ eventId }: { eventId: string }) {
      const event = await db.query
        .selectFrom('providerEvent')
        .selectAll()
        .where('id', '=', eventId)
        .executeTakeFirst()
      if (!event || event.handledAt) return
      const { checkoutId } = event.payload as { checkoutId?: string }
      const checkout = checkoutId ? await findCheckout(db.query, checkoutId) : undefined
      if (checkout) {
        await settle(checkout).catch((error: unknown) => {
          if (!(error instanceof AppError) || error.code !== 'payment_required') throw error
        })
      }
      await db.query
        .updateTable('providerEvent')
        .set({ handledAt: clock.now() })
        .where('id', '=', eventId)
        .execute()
    },
  }
}
export type Checkouts = ReturnType<typeof createCheckouts>

const findCheckout = (db: Db, id: string) =>
  db.selectFrom('checkout').selectAll().where('id', '=', id).executeTakeFirst()

const findBySubscription = (db: Db, subscriptionId: string) =>
  db
    .selectFrom('enrollment')
    .selectAll()
    .where('providerSubscriptionId', '=', subscriptionId)
    .executeTakeFirstOrThrow()

const findOpen = (db: Db, pair: queries.Pair, since: Date) =>
  db
    .selectFrom('checkout')
    .selectAll()
    .where('menteeId', '=', pair.menteeId)
    .where('mentorId', '=', pair.mentorId)
    .where('settledAt', 'is', null)
    .where('createdAt', '>', since)
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()

/** By the checkout's id, or the pair's newest one: always of the caller. */
async function findCheckoutOf(
  db: Db,
  menteeId: string,
  by: { mentorId?: string | undefined; paymentId?: string | undefined },
) {
  if (by.paymentId !== undefined && !isUuid(by.paymentId)) return undefined
  return db
    .selectFrom('checkout')
    .selectAll()
    .where('menteeId', '=', menteeId)
    .$if(by.paymentId !== undefined, (query) => query.where('id', '=', by.paymentId!))
    .$if(by.mentorId !== undefined, (query) => query.where('mentorId', '=', by.mentorId!))
    .orderBy('createdAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Serialises what one pair does about money, without a row to lock yet. */
const lockPair = (tx: Tx, pair: queries.Pair) =>
  advisoryLock(tx, `checkout:${pair.menteeId}:${pair.mentorId}`)
