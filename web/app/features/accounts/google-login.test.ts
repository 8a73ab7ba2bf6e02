import { expect, it } from 'vitest'
import { readGoogleLogin } from './google-login.ts'

const complete = 'menteeName=Neha+Rao&menteeId=m1&accessToken=a&refreshToken=r'

it("reads the mentee's login out of the query", () => {
  expect(readGoogleLogin(new URLSearchParams(complete))).toEqual({
    role: 'mentee',
    userId: 'm1',
    name: 'Neha Rao',
    profileImageUrl: null,
    accessToken: 'a',
    refreshToken: 'r',
  })
})

it.each(['menteeId', 'accessToken', 'refreshToken'])('is no login without %s', (name) => {
  const query = new URLSearchParams(complete)
  query.delete(name)
  expect(readGoogleLogin(query)).toBeNull()
})
