import { describe, expect, it, vi } from 'vitest'
import { ApiError } from './api-client.ts'
import { errorMessage, type errorMessages } from './error-messages.ts'

const failure = (status: number, code: string) =>
  new ApiError(status, { code, message: `server says ${code}` })

describe('the text of a failure', () => {
  it.each<[keyof typeof errorMessages, number, string, string]>([
    ['menteeSignUp', 0, 'network', 'Network Issue, Please try again later'],
    ['menteeSignUp', 409, 'already_exists', 'server says already_exists'],
    ['menteeSignUp', 403, 'account_blocked', 'server says account_blocked'],
    ['menteeSignUp', 400, 'invalid_request', 'server says invalid_request'],
    ['menteeSignUp', 409, 'idempotency_conflict', 'server says idempotency_conflict'],
    ['menteeSignUp', 403, 'forbidden', 'server says forbidden'],
    ['menteeSignUp', 500, 'internal', 'Please try again later'],
    ['mentorSignUp', 403, 'account_blocked', 'server says account_blocked'],
    ['mentorSignUp', 409, 'already_exists', 'server says already_exists'],
    ['mentorSignUp', 0, 'network', 'Something went wrong..!! Please try Again.'],
    ['menteeLogin', 401, 'invalid_credentials', 'Please verify the entered Email and Password'],
    ['menteeLogin', 401, 'unauthenticated', 'Please verify the entered Email and Password'],
    ['menteeLogin', 409, 'already_exists', 'Please try again later'],
    ['menteeLogin', 0, 'network', 'Please try again later'],
    ['menteeLogin', 403, 'account_blocked', 'server says account_blocked'],
    ['mentorLogin', 409, 'already_exists', 'Please verify the entered Email and Password'],
    ['mentorLogin', 401, 'invalid_credentials', 'Please try again later'],
    ['moderatorLogin', 409, 'invalid_credentials', 'Please verify the entered Email and Password'],
    ['moderatorLogin', 401, 'invalid_credentials', 'Please try again later'],
    ['mentorSignUp', 403, 'forbidden', 'Something went wrong..!! Please try Again.'],
    ['resetPassword', 500, 'internal', 'server says internal'],
    ['moderate', 0, 'network', 'server says network'],
    ['moderate', 403, 'forbidden', 'server says forbidden'],
    ['publishSlot', 500, 'internal', 'Slot allotment Failed'],
    ['sendMessage', 500, 'internal', 'Something went Wrong from the Send API'],
    ['loadMessages', 500, 'internal', 'Something Went wrong'],
    ['loadConversations', 500, 'internal', 'Somethng went wrong from conversation fetching api'],
    ['openChat', 500, 'internal', 'Some error'],
    ['markNotificationsRead', 500, 'internal', 'Marking Notification as read Failed'],
  ])('of %s with %i %s', (of, status, code, text) => {
    expect(errorMessage(of, failure(status, code))).toBe(text)
  })

  it('is the fixed one without a line, too: the bar says that there is none', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    expect(errorMessage('menteeSignUp', failure(0, 'network'))).toBe('Network Issue, Please try again later')
    expect(errorMessage('openChat', failure(0, 'network'))).toBe('Some error')
    vi.restoreAllMocks()
  })

  it('is the general one for anything that is not an answer', () => {
    expect(errorMessage('menteeLogin', new Error('boom'))).toBe('Please try again later')
  })
})
