import { api } from '@marga/contract/api'
import { AppError } from '../platform/errors.ts'
import type { PaymentGateway } from '../platform/payments/payments.ts'
import type { CreditWorld } from './credit-world.ts'
import type { TestApp } from './test-app.ts'

/** A provider that cannot be told of a pause while `isDown`, or whose answer is lost after it was told. */
export function makePausingProvider() {
  const provider = {
    isDown: false,
    isAnswerLost: false,
    around: (gateway: PaymentGateway): PaymentGateway => ({
      ...gateway,
      postpone: async (...input) => {
        if (provider.isDown) throw new AppError('payment_provider_unavailable')
        await gateway.postpone(...input)
        if (provider.isAnswerLost) throw new AppError('payment_provider_unavailable')
      },
    }),
  }
  return provider
}

export const pause = (test: TestApp, { enrollmentId, mentee }: CreditWorld, days: number) =>
  test.call(api.enrollments.pause, { params: { enrollmentId }, body: { days } }, mentee)

export const endPause = (test: TestApp, { enrollmentId, mentee }: CreditWorld) =>
  test.call(api.enrollments.endPause, { params: { enrollmentId } }, mentee)
