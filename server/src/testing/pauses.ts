import { api } from '@marga/contract/api'
import { AppError } from '../platform/errors.ts'
import type { PaymentGateway } from '../platform/payments/payments.ts'
import type { CreditWorld } from './credit-world.ts'
import type { TestApp } from './test-app.ts'

/**
 * A provider that cannot be told of a pause while `isDown`, or whose answer is lost after it was told; that cannot be
 * asked how a subscription stands while `isSilent`, and whose bank holds back the charge that follows a pause while
 * `isChargeLate`.
 */
export function makePausingProvider() {
  const said = new Map<string, Awaited<ReturnType<PaymentGateway['findSubscription']>>>()
  const provider = {
    isDown: false,
    isAnswerLost: false,
    isSilent: false,
    isChargeLate: false,
    /** Done once, before the provider hears of the next date. */
    beforePostponing: undefined as (() => Promise<unknown>) | undefined,
    around: (gateway: PaymentGateway): PaymentGateway => ({
      ...gateway,
      postpone: async (...input) => {
        if (provider.isDown) throw new AppError('payment_provider_unavailable')
        const first = provider.beforePostponing
        provider.beforePostponing = undefined
        await first?.()
        await gateway.postpone(...input)
        if (provider.isAnswerLost) throw new AppError('payment_provider_unavailable')
      },
      chargePostponed: async (...input) => {
        if (!provider.isChargeLate) await gateway.chargePostponed(...input)
      },
      findSubscription: async (id, ...others) => {
        if (provider.isSilent) throw new AppError('payment_provider_unavailable')
        const earlier = provider.isChargeLate ? said.get(id) : undefined
        const subscription = earlier ?? (await gateway.findSubscription(id, ...others))
        said.set(id, subscription)
        return subscription
      },
    }),
  }
  return provider
}

export const pause = (test: TestApp, { enrollmentId, mentee }: CreditWorld, days: number) =>
  test.call(api.enrollments.pause, { params: { enrollmentId }, body: { days } }, mentee)

export const endPause = (test: TestApp, { enrollmentId, mentee }: CreditWorld) =>
  test.call(api.enrollments.endPause, { params: { enrollmentId } }, mentee)
