import { api } from '@marga/contract/api'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { outboxWith } from '../../testing/outbox.ts'
import {
  enroll,
  menteeForm,
  mentorForm,
  newMentee,
  newMentor,
  newModerator,
  ok,
} from '../../testing/people.ts'
import { decideTicket, raiseTicket, sanctionsOf } from '../../testing/sanctions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

let count = 0
type Named = { firstName: string; lastName: string }
/** Two moderators, and a mentee who has raised a ticket about a mentor. */
async function makeCase(
  raiserName: Named = { firstName: 'Zephyrine', lastName: 'Quillfeather' },
  accusedName: Named = { firstName: 'Vikram', lastName: 'Iyer' },
) {
  const moderator = await newModerator(test)
  const mentor = await newMentor(test, moderator, { ...mentorForm(), ...accusedName })
  const email = `z.q.${++count}@example.com`
  const mentee = await newMentee(test, { ...menteeForm(email), ...raiserName })
  await enroll(test, mentee, mentor)
  const raise = () => raiseTicket(test, mentee, mentor)
  return {
    moderator,
    second: await newModerator(test),
    raiser: mentee,
    accused: mentor,
    raise,
    id: await raise(),
  }
}
type Case = Awaited<ReturnType<typeof makeCase>>

const warn = ({ moderator }: Pick<Case, 'moderator'>, id: string, text: string) =>
  decideTicket(test, moderator, id, { outcomes: [{ kind: 'warn' }], text })
const refusal = ({ status, body }: Awaited<ReturnType<typeof warn>>) => [
  status,
  Object.keys((body.fields as object | undefined) ?? {}),
]
const refused = [400, ['text']]
const lift = ({ moderator }: Pick<Case, 'moderator'>, id: string, text: string) =>
  test.call(api.cases.lift, { params: { id }, body: { text } }, moderator)
/** Against a warning. */
async function appeal({ email }: { email: string }) {
  const [mail] = await outboxWith(test, email, 'A warning')
  const token = /\/appeal\?token=([\w-]+)/.exec(mail!.text)![1]!
  ok(await test.call(api.appeals.raise, { body: { token, text: 'I did nothing.' } }))
}

describe('a text to the accused that names who raised the case is refused', () => {
  let world: Case
  beforeAll(async () => {
    world = await makeCase()
  })
  it.each([
    ['the full name', () => 'Be kinder to Zephyrine Quillfeather.'],
    ['the full name in large letters', () => 'Be kinder to ZEPHYRINE QUILLFEATHER.'],
    ['the first name', () => 'Zephyrine’s complaint is right.'],
    ['the first name in small letters', () => 'be kinder to zephyrine.'],
    ['the first name in large letters', () => 'BE KINDER TO ZEPHYRINE!'],
    ['the last name', () => 'Be kinder to Ms quillfeather.'],
    ['the email address', ({ raiser }: Case) => `Write to ${raiser.email}.`],
    ['the email address in large letters', ({ raiser }: Case) => `Write to ${raiser.email.toUpperCase()}.`],
    ['the id', ({ raiser }: Case) => `Raised by ${raiser.id}.`],
    ['the id in large letters', ({ raiser }: Case) => `Raised by ${raiser.id.toUpperCase()}.`],
  ])('by %s', async (_, textOf) => {
    const { moderator, id, accused } = world
    expect(refusal(await warn(world, id, textOf(world)))).toEqual(refused)
    expect(await sanctionsOf(test, moderator, accused)).toEqual([])
    expect(await outboxWith(test, accused.email, 'A warning')).toEqual([])
  })

  it('also when an appeal is decided, and when a sanction is lifted', async () => {
    const { moderator, second, accused, raise } = world
    ok(await warn(world, await raise(), 'Do not do that again.'))
    await appeal(accused)
    const [sanction] = await sanctionsOf(test, moderator, accused)
    const decideAppeal = (text: string) =>
      decideTicket(test, second, sanction!.appeal!.caseId, { outcomes: [{ kind: 'dismiss' }], text })
    expect(refusal(await decideAppeal('We believe Zephyrine.'))).toEqual(refused)
    ok(await decideAppeal('We have read it again.'))
    const { _id } = sanction!
    expect(refusal((await lift(world, _id, 'Zephyrine has forgiven you.')) as never)).toEqual(refused)
    ok(await lift(world, _id, 'It is forgiven.'))
  })

  it('also where that case was closed with the one that was decided', async () => {
    const { moderator, accused, id } = await makeCase()
    const other = await newMentee(test, { ...menteeForm(), firstName: 'Marigold', lastName: 'Thistlewood' })
    await enroll(test, other, accused)
    const alsoTicketIds = [await raiseTicket(test, other, accused)]
    const body = { ticketId: id, action: 'block' as const, note: 'Seen.', alsoTicketIds }
    ok(await test.call(api.tickets.decide, { body }, moderator))
    const [sanction] = await sanctionsOf(test, moderator, accused)
    for (const name of ['Zephyrine', 'Marigold']) {
      const answered = await lift({ moderator }, sanction!._id, `${name} has forgiven you.`)
      expect([name, refusal(answered as never)]).toEqual([name, refused])
    }
    ok(await lift({ moderator }, sanction!._id, 'It is forgiven.'))
  })
})

describe('a text to the accused may hold', () => {
  it('their own name, also the part of it that is the raiser’s, too', async () => {
    const rao = { firstName: 'Zephyrine', lastName: 'Rao' }
    const world = await makeCase(undefined, rao)
    expect(refusal(await warn(world, world.id, 'Zephyrine Quillfeather wrote to us.'))).toEqual(refused)
    expect(refusal(await warn(world, world.id, 'Quillfeather wrote to us.'))).toEqual(refused)
    ok(await warn(world, world.id, `Dear Zephyrine Rao, this must not happen again.`))
  })

  it('their own name, where it was they who had raised the case and are sanctioned for it', async () => {
    const { moderator, second, raiser, id } = await makeCase()
    ok(await decideTicket(test, moderator, id, { outcomes: [{ kind: 'warn', personId: raiser.id }] }))
    await appeal(raiser)
    const [sanction] = await sanctionsOf(test, moderator, raiser)
    ok(
      await decideTicket(test, second, sanction!.appeal!.caseId, {
        outcomes: [{ kind: 'dismiss' }],
        text: 'Dear Zephyrine Quillfeather, we have read it again.',
      }),
    )
  })

  it('the words that stand for a raiser who has left', async () => {
    const world = await makeCase()
    await test.app.db.pool.query(
      "update account set deleted_at = now(), first_name = 'Deleted', last_name = 'user' where id = $1",
      [world.raiser.id],
    )
    ok(await warn(world, world.id, 'We have deleted the message that upset a user.'))
  })

  it('a word that is the raiser’s name only when it is written with a capital', async () => {
    const world = await makeCase({ firstName: 'Will', lastName: 'Grace' })
    expect(refusal(await warn(world, world.id, 'You have upset Will.'))).toEqual(refused)
    ok(await warn(world, world.id, 'Next time you will be blocked, without a day of grace.'))
  })
})

it('what a moderator notes for the log when they let somebody in does not reach that person', async () => {
  const { moderator, accused, raiser } = await makeCase()
  const change = (isBlocked: boolean, note: string) =>
    test.call(
      api.moderation.changeMentorStatus,
      { body: { mentorId: accused.id, isBlocked, note } },
      moderator,
    )
  ok(await change(true, 'Zephyrine Quillfeather called us.'))
  ok(await change(false, 'Settled with Zephyrine Quillfeather.'))
  const login = ok(
    await test.call(api.accounts.loginMentor, {
      body: { email: accused.email, password: mentorForm().password },
    }),
  )
  const taken = ok(await test.call(api.accountSettings.mentor.export, {}, { token: login.mentorAccessToken }))
  expect(taken.sanctions).toHaveLength(1)
  expect(JSON.stringify(taken.sanctions)).not.toContain(raiser.firstName)
})
