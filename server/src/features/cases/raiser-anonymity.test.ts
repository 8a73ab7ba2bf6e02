import { api } from '@marga/contract/api'
import { type CaseKind, type OutcomeKind, outcomesOf, sanctionKinds } from '@marga/contract/case-states'
import type { Outcome } from '@marga/contract/outcomes'
import type { TicketContext } from '@marga/contract/tickets'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AccusedWatch, leavesOf, watchAccused } from '../../testing/accused-watch.ts'
import { outboxWith } from '../../testing/outbox.ts'
import {
  conversationOf,
  enroll,
  menteeForm,
  mentorForm,
  newMentee,
  newMentor,
  newModerator,
  ok,
  type TestPerson,
} from '../../testing/people.ts'
import { runPaymentJobs } from '../../testing/queued-jobs.ts'
import { decideTicket, raiseTicket, sanctionsOf } from '../../testing/sanctions.ts'
import { seededRandom } from '../../testing/seeded-random.ts'
import { type Subscribed, settledSession, toldTo } from '../../testing/settled-sessions.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'

let test: TestApp
let address: string
let moderator: TestPerson
let second: TestPerson
beforeAll(async () => {
  test = await startTestApp()
  address = await test.listen()
  moderator = await newModerator(test)
  second = await newModerator(test)
})
afterAll(() => test.close())

type Side = 'mentee' | 'mentor'
type Drawn = {
  kind: Extract<CaseKind, 'ticket' | 'review'>
  raiser: Side
  context: TicketContext['kind'] | 'none'
  outcomes: OutcomeKind[]
  isUpheld: boolean
}

/** Every outcome of both kinds with either as the raiser; what it is about, and a second outcome, by lot. */
function drawCases(seed: number): Drawn[] {
  const random = seededRandom(seed)
  const pick = (from: readonly Drawn['context'][]) => from[Math.floor(random() * from.length)]!
  return (['ticket', 'review'] as const).flatMap((kind) =>
    (['mentee', 'mentor'] as const).flatMap((raiser) =>
      outcomesOf[kind]
        // A review is the mentee's: who else reports one has nothing removed.
        .filter((outcome) => kind !== 'review' || outcome !== 'remove_content' || raiser === 'mentor')
        .map((outcome) => {
          const removable = ['message', 'profile'] as const
          const all = [...removable, 'slot', 'none'] as const
          const isWarned = outcome !== 'dismiss' && outcome !== 'warn' && random() < 0.6
          return {
            kind,
            raiser,
            context: kind === 'review' ? 'review' : pick(outcome === 'remove_content' ? removable : all),
            outcomes: isWarned ? [outcome, 'warn' as const] : [outcome],
            isUpheld: random() < 0.5,
          }
        }),
    ),
  )
}

const ticketText = 'My xylophone was insulted.'
const thanks = 'Thank you for the xylophone.'
const outcomeText = 'This is not how we treat each other here.'

type Scene = Subscribed & { raiser: TestPerson; accused: TestPerson; needles: string[]; slotId: string }

let count = 0
async function makeScene(side: Side): Promise<Scene> {
  const email = `zephyrine.quillfeather.${++count}@example.com`
  const named = { firstName: 'Zephyrine', lastName: 'Quillfeather' }
  const mentor = await newMentor(
    test,
    moderator,
    side === 'mentor' ? { ...mentorForm(email), ...named } : mentorForm(),
  )
  const mentee = await newMentee(test, side === 'mentee' ? { ...menteeForm(email), ...named } : menteeForm())
  // Something that can be removed.
  await test.app.db.query
    .updateTable('account')
    .set({ about: 'I like to write.' })
    .where('id', '=', mentee.id)
    .execute()
  const { _id: enrollmentId } = await enroll(test, mentee, mentor)
  const pair = { mentee, mentor, enrollmentId }
  const { _id: slotId } = await settledSession(test, pair, ['mentee', 'mentor'])
  const [raiser, accused] = side === 'mentor' ? [mentor, mentee] : [mentee, mentor]
  const needles = [raiser.id, email, 'Zephyrine', 'Quillfeather', 'xylophone']
  return { ...pair, raiser, accused, slotId, needles }
}

/** Something of the accused, or of the two. */
async function contextOf(scene: Scene, kind: Drawn['context']): Promise<TicketContext | undefined> {
  const { accused, mentee, mentor, slotId } = scene
  if (kind === 'none') return undefined
  if (kind === 'slot') return { kind, id: slotId }
  if (kind === 'profile') return { kind, id: accused.id }
  if (kind === 'review') {
    const body = { rating: 2, text: 'It could have been much better.' }
    const params = { mentorId: mentor.id }
    return { kind, id: ok(await test.call(api.reviews.put, { params, body }, mentee)).data._id }
  }
  const conversationId = await conversationOf(test, mentee, mentor)
  const sent = await test.call(
    api.chat[accused.role as 'mentee'].send,
    { params: { conversationId }, body: { message: 'How dare you', sender: accused.id } },
    accused,
  )
  return { kind, id: ok(sent).responseFromMessageCreation._id }
}

function outcomeOf(kind: OutcomeKind, { slotId }: Scene): Outcome {
  switch (kind) {
    case 'restrict':
    case 'suspend':
      return { kind, days: 3 }
    case 'return_call':
      return { kind, slotId }
    case 'refund':
      return { kind, amount: 100 }
    case 'correct_session':
      return { kind, slotId, outcome: 'missed_by_both' }
    default:
      return { kind }
  }
}

async function appeal(scene: Scene, watch: AccusedWatch, { isUpheld }: Drawn) {
  const token = await watch.appealToken()
  if (!token) return
  ok(await test.call(api.appeals.raise, { body: { token, text: 'That is not what happened.' } }))
  const [sanction] = await sanctionsOf(test, moderator, scene.accused)
  ok(
    await decideTicket(test, second, sanction!.appeal!.caseId, {
      outcomes: [{ kind: isUpheld ? 'lift' : 'dismiss' }],
      reason: isUpheld ? 'appeal_right' : 'decision_stands',
      text: 'We have read it all again.',
    }),
  )
}

/** So that they can look at what is kept of them, whatever was decided. */
async function liftAll({ accused }: Scene) {
  for (const { _id, isActive } of await sanctionsOf(test, moderator, accused))
    if (isActive)
      ok(await test.call(api.cases.lift, { params: { id: _id }, body: { text: 'It is over.' } }, moderator))
}

describe('who raised a case is not told to the accused', () => {
  const generated = drawCases(20).map((one): [string, Drawn] => [
    `a ${one.kind} of a ${one.raiser} about ${one.context}: ${one.outcomes.join(' and ')}`,
    one,
  ])
  it.each(generated)('%s', async (_, one) => {
    const scene = await makeScene(one.raiser)
    const context = await contextOf(scene, one.context)
    const watch = await watchAccused(test, address, scene.accused)
    const id = await raiseTicket(test, scene.raiser, scene.accused, context, ticketText)
    ok(
      await decideTicket(test, moderator, id, {
        outcomes: one.outcomes.map((kind) => outcomeOf(kind, scene)),
        text: outcomeText,
        raiserText: thanks,
      }),
    )
    await runPaymentJobs(test)
    await appeal(scene, watch, one)
    const told = await watch.told()
    // What it looks at is there to be looked at.
    const isSanctioned = one.outcomes.some((kind) => (sanctionKinds as readonly string[]).includes(kind))
    expect(told.mails.some(({ text }) => text.includes(outcomeText))).toBe(isSanctioned)
    expect(told.notifications.length > 0).toBe(isSanctioned || one.outcomes.includes('correct_session'))
    await liftAll(scene)
    const leaves = [...leavesOf(told), ...(await watch.newInExport()), ...(await watch.ownTickets())]
    for (const needle of scene.needles)
      expect(leaves.filter((leaf) => leaf.toLowerCase().includes(needle.toLowerCase()))).toEqual([])
    await expectRaiserTold(scene, one)
    if (one.outcomes.includes('refund')) await expectRefundTold(scene)
  })
})

/** By mail and among the notifications; with a moderator's words where there are any. */
async function expectRaiserTold({ raiser, accused }: Scene, { outcomes }: Drawn) {
  const what = outcomes.includes('block')
    ? /^We have blocked/
    : outcomes.includes('dismiss')
      ? /decided not to act\.$/
      : /acted on it\.$/
  const mails = await outboxWith(test, raiser.email, `Your ticket about ${accused.firstName}`)
  expect(mails).toHaveLength(1)
  expect(mails[0]!.text).toContain(thanks)
  const notifications = await toldTo(test, raiser)
  expect(notifications.filter(({ content }) => what.test(content))).toMatchObject([
    { link: `/${raiser.role}s/tickets` },
  ])
}

/** To the mentee, in whichever part they stand. */
async function expectRefundTold({ mentee }: Scene) {
  const [mail] = await outboxWith(test, mentee.email, 'Refund: ₹100')
  expect(mail!.text).toContain('A moderator has decided that some of what you paid')
}
