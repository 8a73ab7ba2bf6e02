import type { EndpointSpec } from '@marga/contract/endpoint'
import { type Role, roles } from '@marga/contract/roles'
import { v7 } from 'uuid'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { endpoints } from '../testing/every-endpoint.ts'
import { fingerprint } from '../testing/fingerprint.ts'
import { type Identity, makeIdentities, sessionOf } from '../testing/identities.ts'
import { requestOf, roleOf, thingsOfPair } from '../testing/named-requests.ts'
import { newModerator, type TestPerson } from '../testing/people.ts'
import type { Named } from '../testing/sample-input.ts'
import { startTestApp, type TestApp } from '../testing/test-app.ts'
import { makePair, type PairWorld } from '../testing/two-pairs.ts'

/**
 * Every endpoint × who calls × whose things are named. Nothing that is refused may change a row, and
 * no answer may hold what two others have written to each other.
 */
type Kind = 'own' | "other's" | 'missing' | 'absurd'

let test: TestApp
let one: PairWorld
let two: PairWorld
let moderator: TestPerson
let otherModerator: TestPerson
let identities: Identity[]
let calls = 0

beforeAll(async () => {
  test = await startTestApp()
  moderator = await newModerator(test)
  otherModerator = await newModerator(test)
  one = await makePair(test, moderator, 'only-the-first-pair-may-read-this', 3)
  two = await makePair(test, moderator, 'only-the-second-pair-may-read-this', 30)
  identities = await makeIdentities(test, { one, two, moderator })
})
afterAll(async () => {
  console.log(
    `identity matrix: ${endpoints.length} endpoints × ${identities.length} identities, ${calls} calls`,
  )
  await test.close()
})

const thingsOf = (pair: PairWorld, role: Role, endpointName: string): Named =>
  thingsOfPair(pair, role, endpointName, sessionOf((pair === one ? moderator : otherModerator).token))

const isId = (name: string) => name.endsWith('Id') && name !== 'mentorPriceId'
/** The same with other ids. */
const filledWith = (make: () => string): Named =>
  Object.fromEntries(
    Object.entries(thingsOf(one, 'mentee', '')).map(([name, value]) => [name, isId(name) ? make() : value]),
  )

function namedBy(kind: Kind, identity: Identity, endpoint: EndpointSpec, name: string): Named {
  const role = identity.role ?? roleOf(endpoint)
  const own = identity.own ?? one
  if (kind === 'own') return thingsOf(own, role, name)
  if (kind === "other's") return thingsOf(own === one ? two : one, role, name)
  return filledWith(kind === 'missing' ? v7 : () => '-1')
}

async function send(endpoint: EndpointSpec, identity: Identity, kind: Kind, name: string) {
  calls++
  const { url, body } = requestOf(endpoint, namedBy(kind, identity, endpoint, name), identity.id)
  const response = await test.request(endpoint.method, url, {
    token: identity.token,
    ...(body && endpoint.method !== 'GET' ? { body } : {}),
  })
  expect(response.status, `${identity.name}, ${kind}: ${JSON.stringify(response.body)}`).toBeLessThan(500)
  const text = JSON.stringify(response.body)
  for (const pair of [one, two]) {
    if (identity.role === 'moderator' || identity.own === pair) continue
    for (const secret of [pair.secret, pair.mentee.email, pair.mentor.email])
      expect(text.includes(secret), `${identity.name}, ${kind}, was told: ${text}`).toBe(false)
  }
  return response
}

class Undone extends Error {}
/** Makes the call inside a transaction that is rolled back, so that the next one finds the same world. */
async function sendAndUndo(...args: Parameters<typeof send>) {
  let given: Awaited<ReturnType<typeof send>> | undefined
  await test.app.db
    .transact(async () => {
      given = await send(...args)
      throw new Undone()
    })
    .catch((error: unknown) => {
      if (!(error instanceof Undone)) throw error
    })
  return given!
}

/** Calls that may name people whom the caller has nothing with yet, and what follows is the product. */
const openToStrangers = new Set([
  'enrollments.createCheckout', // buys from whomever one likes
  'enrollments.createPaymentIntent',
  'slots.bookIntro', // the first meeting of two strangers
  'waitlist.join', // waits for whomever one likes
  'favourites.add', // puts aside whomever one likes
  'favourites.remove',
  'slots.forMentee', // shows a stranger intro slots only
  'accountSettings.mentee.blockPerson', // one may block before any dealings
  'accountSettings.mentor.blockPerson',
])
/** Of these a stranger's thing and no thing at all look alike because both are harmless. */
const harmlessWhenMissing = new Set([
  'accounts.logoutMentee',
  'accounts.logoutMentor',
  'accounts.logoutModerator',
  'favourites.remove', // nothing is taken off a list that does not hold it
])

const namesSomething = (endpoint: EndpointSpec, name: string) => {
  const marks = filledWith(() => v7())
  const asText = (named: Named) => JSON.stringify(requestOf(endpoint, named, one.mentee.id))
  return asText(marks) !== asText(thingsOf(one, roleOf(endpoint), name))
}

const guarded = endpoints.filter(([, endpoint]) => Array.isArray(endpoint.access))
const open = endpoints.filter(([, endpoint]) => !Array.isArray(endpoint.access))
const kinds: Kind[] = ['own', "other's", 'missing', 'absurd']

describe('every guarded endpoint, for ten callers and four kinds of ids', () => {
  it.each(guarded)('%s', async (name, endpoint) => {
    const before = await fingerprint(test.app.db)
    for (const identity of identities) {
      const isAllowed = identity.role && (endpoint.access as readonly Role[]).includes(identity.role)
      for (const kind of kinds) {
        const label = `${identity.name}, ${kind}`
        if (!isAllowed) {
          const { status, body } = await send(endpoint, identity, kind, name)
          // A path id that is no UUID names nothing, whoever asks; identity comes before that.
          const expected = identity.role ? [403, 'forbidden'] : [401, 'unauthenticated']
          expect([status, body.code], label).toEqual(expected)
          continue
        }
        await checkAllowed(endpoint, identity, kind, name)
      }
    }
    expect(await fingerprint(test.app.db)).toEqual(before)
  })
})

async function checkAllowed(endpoint: EndpointSpec, identity: Identity, kind: Kind, name: string) {
  const label = `${identity.name}, ${kind}`
  const isReachable =
    kind === 'own' || (kind === "other's" && (identity.role === 'moderator' || openToStrangers.has(name)))
  if (isReachable || !namesSomething(endpoint, name)) {
    const { status, body } = await sendAndUndo(endpoint, identity, kind, name)
    // One session of a moderator is another moderator's as little as anybody's.
    if (kind === "other's" && name.endsWith('endSession')) return expect(status, label).toBe(404)
    if (kind === 'own')
      expect(['unauthenticated', 'forbidden'], `${label}: ${status}`).not.toContain(body.code)
    return
  }
  const response = openToStrangers.has(name)
    ? await sendAndUndo(endpoint, identity, kind, name)
    : await send(endpoint, identity, kind, name)
  if (name === 'slots.forMentee' || harmlessWhenMissing.has(name)) return
  expect(response.status, `${label}: ${JSON.stringify(response.body)}`).toBeGreaterThanOrEqual(400)
}

describe('every open endpoint, for the same callers', () => {
  it.each(open)('%s tells nobody what others have written', async (name, endpoint) => {
    const before = await fingerprint(test.app.db)
    for (const identity of identities)
      for (const kind of kinds) await sendAndUndo(endpoint, identity, kind, name)
    expect(await fingerprint(test.app.db)).toEqual(before)
  })
})

describe('the samples', () => {
  it.each(endpoints.filter(([, endpoint]) => endpoint.body))(
    'of %s are taken by its schema, so that what refuses them is not the schema',
    (name, endpoint) => {
      const { body } = requestOf(endpoint, thingsOf(one, roleOf(endpoint), name), one.mentee.id)
      const parsed = endpoint.body!.safeParse(body)
      expect(parsed.error?.issues ?? []).toEqual([])
    },
  )

  it('reach the things of the pair: its own two are served what strangers are refused', async () => {
    const served: string[] = []
    for (const [name, endpoint] of guarded) {
      const role = roleOf(endpoint)
      const identity = identities.find((candidate) => candidate.role === role && candidate.name === role)!
      const { status } = await sendAndUndo(endpoint, identity, 'own', name)
      if (status < 300) served.push(name)
    }
    const refused = guarded.map(([name]) => name).filter((name) => !served.includes(name))
    expect(refused.sort()).toEqual(refusedEvenToOwners.sort())
  })
})

/** What the world of this test does not hold, or holds in another state. */
const refusedEvenToOwners = [
  'accountSettings.mentee.unblockPerson', // nobody is blocked
  'accountSettings.mentor.unblockPerson',
  ...roles.flatMap((role) => [
    `accountSettings.${role}.confirmTwoStep`, // has not been begun
    `accountSettings.${role}.endTwoStep`,
  ]),
  'availability.addFeed', // the sample leads to no calendar
  'availability.removeFeed', // none was added
  'cases.check', // the mentor is accepted already
  'cases.stage',
  'cases.lift', // nobody is under a sanction
  'moderators.withdrawInvitation', // nobody is invited
  'disputes.answerRefundRequest', // none has been asked for
  ...(['contestsOfMentee', 'contestsOfMentor'] as const).flatMap((contests) => [
    `disputes.${contests}.raise`, // the session has not taken place
    `disputes.${contests}.answer`,
  ]),
  'enrollments.createCheckout', // subscribed already
  'enrollments.createPaymentIntent',
  'enrollments.endPause', // no pause was asked for
  'enrollments.resume', // has not been cancelled
  'enrollments.silenceRefund', // nobody has waited for seven days
  'images.upload', // takes multipart only
  'live.verify', // too early
  'moderation.accept', // decided already
  'moderation.reject',
  'moderation.settleRefund', // no refund came back
  'notifications.moderator.remove', // moderators have none
  'slots.change', // booked
  'timeRequests.ask', // asked already
  'waitlist.join', // subscribed already
  'waitlist.leave', // waits nowhere
]
