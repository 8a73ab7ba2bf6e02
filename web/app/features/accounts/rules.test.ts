import { describe, expect, it } from 'vitest'
import { ApiError } from '../../lib/api-client.ts'
import { outcomeOfError } from './rules.ts'

const refused = (status: number, code: string, isBlocked?: true) =>
  new ApiError(status, { code, message: code, ...(isBlocked ? { isBlocked } : {}) })

describe('a refused application', () => {
  it('looks like a success while an earlier one is under review', () => {
    expect(outcomeOfError(refused(403, 'application_in_review'))).toBe('submitted')
    expect(outcomeOfError(refused(403, 'any_other_code'))).toBe('submitted')
  })
  it('leads to the sign-in when the account exists', () => {
    expect(outcomeOfError(refused(409, 'already_exists'))).toBe('leave-to-login')
    expect(outcomeOfError(refused(409, 'any_other_code'))).toBe('leave-to-login')
  })
  it.each([refused(403, 'account_blocked', true), refused(400, 'invalid_request'), new Error('boom')])(
    'stays on the form otherwise',
    (error) => {
      expect(outcomeOfError(error)).toBe('stay')
    },
  )
})
