import { api } from '@marga/contract/api'
import type { Role } from '@marga/contract/roles'
import { v7 } from 'uuid'
import { createAccessTokens } from '../platform/access-tokens.ts'
import { mentorForm, newApplicant, newMentee, ok, type TestPerson, testPassword } from './people.ts'
import { type TestApp, testTokenSecret } from './test-app.ts'
import type { PairWorld } from './two-pairs.ts'

export type Identity = {
  name: string
  /** Undefined where no role can be shown. */
  role: Role | undefined
  token: string | undefined
  /** The account, where there is one. */
  id: string
  /** The pair the caller belongs to. */
  own: PairWorld | undefined
}

/** Everybody who may come by: each role twice, and those who should not get anywhere. */
export async function makeIdentities(
  test: TestApp,
  { one, two, moderator }: { one: PairWorld; two: PairWorld; moderator: TestPerson },
): Promise<Identity[]> {
  const as = (name: string, person: TestPerson, own?: PairWorld): Identity => ({
    name,
    role: person.role,
    token: person.token,
    id: person.id,
    own,
  })
  const without = (name: string, id: string, token: string | undefined): Identity => ({
    name,
    role: undefined,
    token,
    id,
    own: undefined,
  })
  const blocked = await newMentee(test)
  const body = { menteeId: blocked.id, isBlocked: true }
  ok(await test.call(api.moderation.changeMenteeStatus, { body }, moderator))
  const form = mentorForm()
  const applicantId = await newApplicant(test, moderator, form)
  const login = await test.call(api.accounts.loginMentor, {
    body: { email: form.email, password: testPassword },
  })
  if (login.body.code !== 'application_in_review') throw new Error('an applicant was let in')
  return [
    without('nobody', v7(), undefined),
    as('mentee', one.mentee, one),
    as('other mentee', two.mentee, two),
    as('mentor', one.mentor, one),
    as('other mentor', two.mentor, two),
    // No sign-in gives an applicant a token; the mail's secret is none either.
    without('applicant', applicantId, v7()),
    without('blocked', blocked.id, blocked.token),
    as('moderator', moderator),
    without('expired token', one.mentee.id, await expiredToken(test, one.mentee)),
    without("other role's token", one.mentee.id, tokenOfAnotherRole(one.mentee)),
  ]
}

export const sessionOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sid as string

function expiredToken(test: TestApp, person: TestPerson) {
  const clock = { now: () => new Date(test.clock.now().getTime() - 11 * 60_000) }
  return createAccessTokens({ secret: new TextEncoder().encode(testTokenSecret), clock }).issue({
    id: person.id,
    role: person.role,
    sessionId: sessionOf(person.token),
  })
}

/** A token in which "moderator" was written, so that its signature does not fit. */
function tokenOfAnotherRole(person: TestPerson) {
  const [head, payload, signature] = person.token.split('.') as [string, string, string]
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString())
  const changed = Buffer.from(JSON.stringify({ ...claims, role: 'moderator' })).toString('base64url')
  return [head, changed, signature].join('.')
}
