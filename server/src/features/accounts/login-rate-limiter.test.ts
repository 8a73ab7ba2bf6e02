import { api } from '@marga/contract/api'
import { limits } from '@marga/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { codeMailedTo } from '../../testing/outbox.ts'
import { menteeForm, newMentee, ok, testPassword } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

/** Two processes on one database, with the limits as they are. */
let first: TestApp
let second: TestApp
beforeAll(async () => {
  const env = { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1' }
  first = await startTestApp({ env })
  second = await startTestApp({ env, sharing: first })
})
afterAll(async () => {
  await second.close()
  await first.close()
})

let lastAddress = 0
/** Another network address each time, as the trusted proxy reports it. */
const newAddress = () => {
  lastAddress++
  return `10.${lastAddress >> 16}.${(lastAddress >> 8) & 255}.${lastAddress & 255}`
}
const from = (address: string, cookie?: string) => ({
  headers: { 'x-forwarded-for': address, ...(cookie ? { cookie } : {}) },
})

const signIn = (on: TestApp, email: string, password: string, address: string, cookie?: string) =>
  on.call(api.accounts.loginMentee, { body: { email, password } }, from(address, cookie))
const markOf = (response: { headers: Record<string, unknown> }) =>
  String(response.headers['set-cookie']).split(';')[0]!

describe('guessing a password', () => {
  it('from ever new addresses ends at the account, in every process, and the owner still signs in', async () => {
    const { email } = await newMentee(first)
    const mark = markOf(await signIn(first, email, testPassword, newAddress()))
    expect(mark).toMatch(/^marga_device_/)
    const statuses: number[] = []
    for (let n = 0; n < limits.guessesByAccount + 6; n++) {
      const response = await signIn(n % 2 ? first : second, email, `guess number ${n}`, newAddress())
      statuses.push(response.status)
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(limits.guessesByAccount)
    expect(statuses.slice(limits.guessesByAccount)).toEqual(Array(6).fill(429))
    // The right password from an unknown device waits too, or a guess would be told apart.
    expect((await signIn(first, email, testPassword, newAddress())).status).toBe(429)
    expect((await signIn(second, email, testPassword, newAddress(), mark)).status).toBe(200)
  })

  it('from one address ends at the address, whatever the accounts', async () => {
    const address = newAddress()
    const statuses: number[] = []
    for (let n = 0; n < limits.guessesByAddress + 3; n++)
      statuses.push((await signIn(n % 2 ? first : second, `nobody-${n}@example.com`, 'x', address)).status)
    expect(statuses.slice(-4)).toEqual([401, 429, 429, 429])
  })

  it('does not count those who sign in rightly, so that a shared address stays open', async () => {
    const { email } = await newMentee(first)
    const address = newAddress()
    for (let n = 0; n < limits.guessesByAccount + 5; n++)
      expect((await signIn(first, email, testPassword, address)).status).toBe(200)
  })

  it('is not helped by a mark of another account, a changed one or an old one', async () => {
    const owner = await newMentee(first)
    const thief = await newMentee(first)
    const good = markOf(await signIn(first, owner.email, testPassword, newAddress()))
    const other = markOf(await signIn(first, thief.email, testPassword, newAddress()))
    for (let n = 0; n < limits.guessesByAccount; n++) await signIn(first, owner.email, 'wrong', newAddress())
    const renamed = `${good.split('=')[0]}=${other.split('=')[1]}`
    for (const cookie of [other, renamed, `${good.slice(0, -3)}AAA`])
      expect((await signIn(first, owner.email, testPassword, newAddress(), cookie)).status).toBe(429)
    expect((await signIn(first, owner.email, testPassword, newAddress(), good)).status).toBe(200)
  })

  it('answers 429 alike for an address that has no account', async () => {
    const { email } = await newMentee(first)
    const refusal = async (to: string) => {
      for (let n = 0; n < limits.guessesByAccount; n++) await signIn(first, to, 'wrong', newAddress())
      const { status, body } = await signIn(first, to, 'wrong', newAddress())
      return { status, ...body, requestId: '' }
    }
    expect(await refusal(email)).toEqual(await refusal('nobody-at-all@example.com'))
  })
})

describe('a mark of a known device', () => {
  const guessAway = async (email: string, cookie?: string) => {
    for (let n = 0; n < limits.guessesByAccount; n++)
      await signIn(first, email, 'wrong', newAddress(), cookie)
  }

  it('of whoever knew the password counts for nothing once there is a new one', async () => {
    const mentee = await newMentee(first)
    const mark = markOf(await signIn(first, mentee.email, testPassword, newAddress()))
    const body = {
      password: testPassword,
      newPassword: 'another one 4711',
      confirmPassword: 'another one 4711',
    }
    const changed = await first.call(api.accountSettings.mentee.changePassword, { body }, mentee)
    ok(changed)
    await guessAway(mentee.email)
    expect((await signIn(first, mentee.email, 'wrong', newAddress(), mark)).status).toBe(429)
    // Whoever changed it has another.
    const { email } = mentee
    expect((await signIn(first, email, body.newPassword, newAddress(), markOf(changed))).status).toBe(200)
  })

  it('holds however the address is spelt', async () => {
    const { email } = await newMentee(first, { ...menteeForm(), email: 'Asha.Spelt@Example.com' })
    const mark = markOf(await signIn(first, email.toLowerCase(), testPassword, newAddress()))
    await guessAway(email)
    expect((await signIn(first, email.toUpperCase(), testPassword, newAddress(), mark)).status).toBe(200)
  })

  it('of a stranger who had registered the address counts for nothing once its owner has shown that it is theirs', async () => {
    const squatter = await newMentee(first, menteeForm(), { isProven: false })
    const { email } = squatter
    const mark = markOf(await signIn(first, email, testPassword, newAddress()))
    await first.app.db.transact((tx) =>
      first.app.mailboxProofs.firstProofOfMailbox(tx, squatter.id, { isPasswordNew: false }),
    )
    await guessAway(email)
    expect((await signIn(first, email, 'wrong', newAddress(), mark)).status).toBe(429)
  })

  it('of an account that had the address before counts for nothing for the next one', async () => {
    const form = menteeForm()
    const former = await newMentee(first, form)
    const mark = markOf(await signIn(first, form.email, testPassword, newAddress()))
    ok(
      await first.call(
        api.accountSettings.mentee.deleteAccount,
        { body: { password: testPassword } },
        former,
      ),
    )
    await newMentee(first, form)
    await guessAway(form.email)
    expect((await signIn(first, form.email, 'wrong', newAddress(), mark)).status).toBe(429)
  })
})

describe('tries from a site of IPv6', () => {
  it('are counted together, over all of its networks, and those of another are not', async () => {
    const few = await startTestApp({ env: { RATE_LIMIT_FACTOR: '0.01', TRUSTED_PROXIES: '127.0.0.1' } })
    const tryFrom = async (address: string, who: number) =>
      (await signIn(few, `nobody-${who}@example.com`, 'x', address)).status
    const statuses: number[] = []
    for (let n = 0; n < 7; n++) statuses.push(await tryFrom(`2001:db8:1:${n}::1`, n))
    expect(statuses).toEqual([401, 401, 401, 401, 401, 401, 429])
    expect(await tryFrom('2001:db8:2:7::1', 8)).toBe(401)
    // What one network is refused uses nothing up of the others'.
    for (let n = 0; n < 9; n++) await tryFrom('2001:db8:3:1::1', n + 20)
    expect(await tryFrom('2001:db8:3:2::1', 30)).toBe(401)
    await few.close()
  })
})

describe('guessing a mailed code', () => {
  const calls = api.accountSettings.mentee
  const reset = (on: TestApp, email: string, otp: string) =>
    on.call(
      calls.verifyOtp,
      { body: { email, otp, password: testPassword, confirmPassword: testPassword } },
      from(newAddress()),
    )

  it('ends at the account over several processes, and requests for codes are rationed', async () => {
    const { email } = await newMentee(first)
    const asked: number[] = []
    for (let n = 0; n < limits.codeRequestsByAccount + 2; n++)
      asked.push((await first.call(calls.sendOtp, { body: { email } }, from(newAddress()))).status)
    expect(asked).toEqual([...Array(limits.codeRequestsByAccount).fill(200), 429, 429])
    const statuses: number[] = []
    for (let n = 0; n < limits.codeGuessesByAccount + 2; n++)
      statuses.push((await reset(n % 2 ? first : second, email, '000000')).status)
    expect(statuses).toEqual([...Array(limits.codeGuessesByAccount).fill(400), 429, 429])
  })

  it('a right one marks the device, whose owner can then sign in under attack', async () => {
    const { email } = await newMentee(first)
    for (let n = 0; n < limits.guessesByAccount; n++) await signIn(first, email, 'wrong', newAddress())
    await first.app.jobHandlers['accounts:send-reset-code']({ role: 'mentee', email })
    const response = await reset(first, email, await codeMailedTo(first, email))
    expect(response.status).toBe(200)
    expect((await signIn(first, email, testPassword, newAddress(), markOf(response))).status).toBe(200)
  })
})

describe('the address of a caller', () => {
  it('is what a trusted proxy says, and not what a stranger says', async () => {
    const trusting = await startTestApp({ env: { RATE_LIMIT_FACTOR: '1' } })
    const statuses: number[] = []
    for (let n = 0; n < limits.guessesByAddress + 1; n++)
      statuses.push((await signIn(trusting, `nobody-${n}@example.com`, 'x', newAddress())).status)
    expect(statuses.at(-1)).toBe(429)
    await trusting.close()
  })
})
