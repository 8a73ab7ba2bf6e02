import type { IncomingMessage } from 'node:http'
import type { Answer } from './key-memory.ts'

/** How it fails: drops the line, says nothing, answers 500, or asks for patience. */
export type Failure = 'none' | 'drops' | 'hangs' | 'server_error' | 'rate_limited'

/**
 * A mistake of Stripe's at one call, by its method and path. `unseen`: before Stripe looks at the key, so that nothing
 * is remembered. `before` and `after` the work itself: the answer is remembered. Of a timeout nobody hears the answer.
 */
export type Mistake = {
  call: string
  what: 'error' | 'timeout'
  when: 'unseen' | 'before' | 'after'
}

/** What a test has told it to do wrong, or to let happen meanwhile. */
export type Faults = {
  failure: Failure
  mistake: Mistake | undefined
  meanwhile: { call: string; act: () => unknown } | undefined
}

/** How a test tells it. */
export const faultControls = (faults: Faults) => ({
  fail(how: Failure) {
    faults.failure = how
  },
  /** Each time that call is made, until it is told otherwise. */
  mistake(next: Mistake | undefined) {
    faults.mistake = next
  },
  /** Lets something happen at the moment when that call has arrived, once; it is answered after that. */
  meanwhile(call: string, act: () => unknown) {
    faults.meanwhile = { call, act }
  },
})

export const serverError: Answer = {
  status: 500,
  body: { error: { type: 'api_error', message: 'An unknown error occurred' } },
}

export const callOf = (request: IncomingMessage) => `${request.method} ${request.url?.split('?')[0]}`

export const mistakeAt = ({ mistake }: Faults, request: IncomingMessage) =>
  mistake?.call === callOf(request) ? mistake : undefined
