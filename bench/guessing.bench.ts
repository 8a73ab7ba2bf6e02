import { api } from '@marga/contract/api'
import { must, send } from '../e2e/support/client.ts'
import { password } from '../e2e/support/journey.ts'
import { makeMentee } from '../e2e/support/people.ts'
import { startProduct } from '../e2e/support/product.ts'
import { timingOf } from './lib/rounds.ts'

// S3: 100,000 guesses of a password from 1,000 addresses, and its owner signs in meanwhile and afterwards.
// S4: what login, sent-otp and verify-otp cost for an address that has an account and for one that has none.

const guesses = Number(process.argv[2] ?? 100_000)
const addresses = 1_000
const atOnce = 40
const tries = Number(process.argv[3] ?? 300)

async function guess() {
  const product = await startProduct({
    database: 'server',
    env: { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1,::1' },
  })
  try {
    const owner = await makeMentee(product, 'Owner')
    const signIn = (secret: string, address: string, cookie = '') =>
      fetch(`${product.url}${api.accounts.loginMentee.path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': address, cookie },
        body: JSON.stringify({ email: owner.email, password: secret }),
      })
    const known = await signIn(password, '192.0.2.1')
    const cookie = known.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
    const statuses: Record<number, number> = {}
    let next = 0
    let ownerIn = 0
    const begun = Date.now()
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        while (next < guesses) {
          const n = next++
          const answer = await signIn(`guess ${n}`, `10.0.${(n % addresses) >> 8}.${(n % addresses) & 255}`)
          await answer.arrayBuffer()
          statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
          if (n % 10_000 === 0)
            ownerIn += (await signIn(password, '192.0.2.1', cookie)).status === 200 ? 1 : 0
        }
      }),
    )
    const after = (await signIn(password, '192.0.2.1', cookie)).status
    console.log(
      `${guesses} guesses from ${addresses} addresses in ${Math.round((Date.now() - begun) / 1000)} s: answers ${JSON.stringify(statuses)}; the owner, on a known device, signed in ${ownerIn} of ${Math.ceil(guesses / 10_000)} times meanwhile and got ${after} afterwards.`,
    )
  } finally {
    await product.dispose()
  }
}

async function compare() {
  const product = await startProduct({ database: 'server', env: { RATE_LIMIT_FACTOR: '100000' } })
  try {
    const owner = await makeMentee(product, 'Owner')
    const form = { password, confirmPassword: password, otp: '000000' }
    const mentee = api.accountSettings.mentee
    await must(product.url, mentee.sendOtp, { body: { email: owner.email } })
    const calls = {
      login: (email: string) =>
        send(product.url, api.accounts.loginMentee, { body: { email, password: 'wrong' } }),
      'sent-otp': (email: string) => send(product.url, mentee.sendOtp, { body: { email } }),
      'verify-otp': (email: string) => send(product.url, mentee.verifyOtp, { body: { email, ...form } }),
    }
    for (const [name, call] of Object.entries(calls)) {
      const ms = { known: [] as number[], unknown: [] as number[] }
      const answers = new Set<string>()
      for (let n = 0; n < tries; n++) {
        // Turn by turn, and the first of each pair changes.
        const order = n % 2 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
        for (const kind of order) {
          const email = kind === 'known' ? owner.email : `nobody-${String(n).padStart(6, '0')}@example.com`
          const begun = performance.now()
          const { status, body } = await call(email)
          ms[kind].push(performance.now() - begun)
          answers.add(JSON.stringify([status, { ...(body as object), requestId: '' }]))
        }
      }
      const [a, b] = [timingOf(ms.known).p50, timingOf(ms.unknown).p50]
      console.log(
        `${name}: known ${a.toFixed(2)} ms, unknown ${b.toFixed(2)} ms, apart ${Math.abs(a - b).toFixed(2)} ms (median of ${tries}); different answers: ${answers.size}`,
      )
    }
  } finally {
    await product.dispose()
  }
}

await guess()
await compare()
