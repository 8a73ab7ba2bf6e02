import { setTimeout as sleep } from 'node:timers/promises'
import { api } from '@marga/contract/api'
import { limits } from '@marga/contract/limits'
import { type AppServer, startAppServer } from '../e2e/support/app-server.ts'
import { must, send } from '../e2e/support/client.ts'
import { mailsTo, makeMentee } from '../e2e/support/people.ts'
import { password } from '../e2e/support/sign-in.ts'
import { report } from './lib/report.ts'
import { timingOf } from './lib/rounds.ts'

// S3: guesses of a password and of a mailed code from 1,000 addresses, and the owner signs in meanwhile and afterwards.
// S4: what login, sent-otp and verify-otp cost for an address that has an account and for one that has none.

const guesses = Number(process.argv[2] ?? 100_000)
const codeGuesses = Number(process.argv[3] ?? 10_000)
const tries = Number(process.argv[4] ?? 300)
const addresses = 1_000
const atOnce = 40
const restMs = 40
const command = 'npx tsx bench/guessing.bench.ts'
const { mentee } = api.accountSettings

async function guess() {
  const app = await startAppServer({
    database: 'server',
    env: { RATE_LIMIT_FACTOR: '1', TRUSTED_PROXIES: '127.0.0.1,::1' },
  })
  try {
    const owner = await makeMentee(app, 'Owner')
    const { post, signIn, signInAsOwner, cookie } = await createCallers(app, owner.email)
    const byPassword = await attack(signInAsOwner, guesses, (n, address) => signIn(`guess ${n}`, address))
    await post(mentee.sendOtp.path, { email: owner.email }, '192.0.2.1', cookie)
    const byCode = await attack(signInAsOwner, codeGuesses, (n, address) => {
      const otp = String(n).padStart(6, '0')
      return post(
        mentee.verifyOtp.path,
        { email: owner.email, otp, password, confirmPassword: password },
        address,
      )
    })
    report({
      title: 'Guessing a password or a mailed code',
      command,
      columns: ['what', 'guesses', 'in', 'answers', 'let in', 'the owner, on a known device'],
      rows: [
        ['password', ...byPassword],
        ['code', ...byCode],
      ],
      notes: [
        `S3. From ${addresses} addresses, ${atOnce} at once, with the limits as shipped. The owner signs in ten times meanwhile and once afterwards.`,
      ],
    })
  } finally {
    await app.dispose()
  }
}

/** Who tries to sign in from other addresses, and the owner on a device that is known. */
async function createCallers(app: AppServer, email: string) {
  const post = (path: string, body: object, address: string, cookie = '') =>
    fetch(`${app.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': address, cookie },
      body: JSON.stringify(body),
    })
  const signIn = (secret: string, address: string, cookie?: string) =>
    post(api.accounts.loginMentee.path, { email, password: secret }, address, cookie)
  const known = await signIn(password, '192.0.2.1')
  const cookie = known.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const signInAsOwner = () => signIn(password, '192.0.2.1', cookie)
  return { post, signIn, signInAsOwner, cookie }
}

async function attack(
  signInAsOwner: () => Promise<Response>,
  count: number,
  tryOne: (n: number, address: string) => Promise<Response>,
) {
  const statuses: Record<number, number> = {}
  const owners: number[] = []
  const begunMs = Date.now()
  let next = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      while (next < count) {
        const n = next++
        const answer = await tryOne(n, `10.0.${(n % addresses) >> 8}.${(n % addresses) & 255}`)
        await answer.arrayBuffer()
        statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
        if (n % Math.ceil(count / 10) === 0) owners.push((await signInAsOwner()).status)
      }
    }),
  )
  owners.push((await signInAsOwner()).status)
  const letIn = owners.filter((status) => status === 200).length
  return [
    String(count),
    `${Math.round((Date.now() - begunMs) / 1000)} s`,
    Object.entries(statuses)
      .map(([status, times]) => `${times} × ${status}`)
      .join(', '),
    String(statuses[200] ?? 0),
    `${letIn} of ${owners.length}`,
  ]
}

async function compare() {
  const app = await startAppServer({ database: 'embedded', env: { RATE_LIMIT_FACTOR: '100000' } })
  try {
    const form = { password, confirmPassword: password, otp: '000000' }
    // A code has five tries: with one account there would soon be no live code to compare with.
    const owners: string[] = []
    while (owners.length < tries / limits.otpTries) owners.push((await makeMentee(app, 'Owner')).email)
    for (const email of owners) await must(app.url, mentee.sendOtp, { body: { email } })
    for (const email of owners) await codeArrives(app, email)
    const calls = {
      login: (email: string) =>
        send(app.url, api.accounts.loginMentee, { body: { email, password: 'wrong' } }),
      'verify-otp': (email: string) => send(app.url, mentee.verifyOtp, { body: { email, ...form } }),
      'sent-otp': (email: string) => send(app.url, mentee.sendOtp, { body: { email } }),
    }
    const rows: string[][] = []
    for (const [name, call] of Object.entries(calls)) {
      const ms = { known: [] as number[], unknown: [] as number[] }
      const answers = new Set<string>()
      for (let n = 0; n < tries; n++) {
        // Turn by turn, and chance says who is first.
        const order = Math.random() < 0.5 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
        for (const kind of order) {
          // As often the same, too: what has been tried before is counted by an update, what has not by an insert.
          const turn = Math.floor(n / limits.otpTries)
          const email =
            kind === 'known' ? owners[turn]! : `nobody-${String(turn).padStart(6, '0')}@example.com`
          const begun = performance.now()
          const { status, body } = await call(email)
          ms[kind].push(performance.now() - begun)
          answers.add(JSON.stringify([status, { ...(body as object), requestId: '' }]))
          // The mail to an address that has an account is written after the answer, and not during the next.
          await sleep(restMs)
        }
      }
      const [a, b] = [timingOf(ms.known).p50, timingOf(ms.unknown).p50]
      const apart = Math.abs(a - b)
      rows.push([
        name,
        `${a.toFixed(2)} ms`,
        `${b.toFixed(2)} ms`,
        `${apart.toFixed(2)} ms`,
        String(answers.size),
        apart <= 1 && answers.size === 1 ? 'yes' : '**no**',
      ])
    }
    report({
      title: 'What tells whether an address has an account',
      command,
      columns: ['call', 'known', 'unknown', 'apart', 'different answers', 'reached'],
      rows,
      notes: [
        `S4. Medians of ${tries} each, asked in turns; answers are compared with status and body but for the request's id. The known account has a live code at each verify-otp. Goal: one answer, and medians within 1 ms.`,
      ],
    })
  } finally {
    await app.dispose()
  }
}

async function codeArrives(app: AppServer, email: string) {
  while ((await mailsTo(app, email)).every(({ subject }) => !/^\d{6}/.test(subject))) await sleep(50)
}

if (guesses > 0) await guess()
if (tries > 0) await compare()
