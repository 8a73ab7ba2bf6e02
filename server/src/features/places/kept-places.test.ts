import { api } from '@marga/contract/api'
import { limits } from '@marga/contract/limits'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { daysMs, hoursMs, minutesMs } from '../../platform/clock.ts'
import { newMentee, ok, pay, type TestPerson } from '../../testing/people.ts'
import { startTestApp, type TestApp } from '../../testing/test-app.ts'
import { makeWaitlistWorld, type WaitlistWorld } from '../../testing/waitlist-world.ts'

let test: TestApp
beforeAll(async () => {
  test = await startTestApp()
})
afterAll(() => test.close())

const free = (placesLeft: number, waiting = 0) => ({ isFull: placesLeft === 0, placesLeft, waiting })
const offered = async (world: WaitlistWorld, mentee: TestPerson) =>
  (await world.placesOf(mentee))[0]?.offeredUntil ?? null
const toldOver = async (mentee: TestPerson) => {
  const params = { ownId: mentee.id }
  const { notifications } = ok(await test.call(api.notifications.mentee.list, { params, query: {} }, mentee))
  return notifications.filter(({ content }) => content.includes('no longer kept for you')).length
}

/** A mentor who was full, and now offers a place to the one who waited. */
async function makeOffer(capacity: number) {
  const world = await makeWaitlistWorld(test, 1)
  await world.subscriber()
  const mentee = await world.newMentee()
  ok(await world.join(mentee))
  await world.setCapacity(capacity)
  await world.sweep()
  expect(await offered(world, mentee)).not.toBeNull()
  return { ...world, mentee }
}

describe('a place that is free for anyone', () => {
  it('is not kept from buyers by joining the waitlist; the next one that becomes free is offered', async () => {
    const world = await makeWaitlistWorld(test, 1)
    const [waiting, buyer] = [await world.newMentee(), await world.newMentee()]
    expect(ok(await world.join(waiting))).toMatchObject({ position: 1, offeredUntil: null })
    await world.sweep()
    expect(await world.card()).toEqual(free(1, 1))
    expect((await world.checkout(buyer)).status).toBe(201)
    expect(await world.card()).toEqual(free(0, 1))
    await world.goOn(minutesMs(36))
    await world.sweep()
    expect(await offered(world, waiting)).not.toBeNull()
  })

  it('is offered to those who joined before when a subscription or fewer places made the mentor full', async () => {
    for (const fill of [(world: WaitlistWorld) => world.subscriber(), lowered]) {
      const world = await makeWaitlistWorld(test, 1)
      const waiting = await world.newMentee()
      ok(await world.join(waiting))
      await fill(world)
      await world.setCapacity(2)
      await world.sweep()
      expect(await offered(world, waiting)).not.toBeNull()
    }
  })
  const lowered = async (world: WaitlistWorld) => {
    await world.setCapacity(0)
    await test.app.jobHandlers['places:offer']({ mentorId: world.mentor.id })
  }

  it('is not offered to those who made the mentor full themselves', async () => {
    for (const isFirst of [true, false]) {
      const world = await makeWaitlistWorld(test, 1)
      const mentee = await world.newMentee()
      if (isFirst) ok(await world.join(mentee))
      ok(await world.checkout(mentee))
      expect(ok(await world.join(mentee)).offeredUntil).toBeNull()
      await world.goOn(minutesMs(36))
      await world.sweep()
      expect(await offered(world, mentee)).toBeNull()
      expect(await world.card()).toEqual(free(1, 1))
    }
  })
})

describe('an offer that was let pass', () => {
  it('by leaving or by its time is not followed by another one for seven days, and shuts no buyer out', async () => {
    for (const pass of [leave, wait]) {
      const world = await makeOffer(2)
      const { mentee } = world
      await pass(world)
      expect(ok(await world.join(mentee))).toMatchObject({ position: 1, offeredUntil: null })
      await world.sweep()
      expect(await world.card()).toEqual(free(1, 1))
      const buyer = await world.newMentee()
      expect((await world.checkout(buyer)).status).toBe(201)
      await world.goOn(daysMs(limits.placeOfferAgainDays) - minutesMs(1))
      await world.sweep()
      expect(await offered(world, mentee)).toBeNull()
      await world.goOn(minutesMs(1))
      await world.sweep()
      expect(await offered(world, mentee)).not.toBeNull()
    }
  })

  it('goes to those who came later', async () => {
    const world = await makeOffer(2)
    ok(await world.leave(world.mentee))
    ok(await world.join(world.mentee))
    const buyer = await world.newMentee()
    ok(await world.checkout(buyer))
    const later = await world.newMentee()
    ok(await world.join(later))
    await world.goOn(minutesMs(36))
    await world.sweep()
    expect([await offered(world, world.mentee), await offered(world, later)]).toEqual([
      null,
      expect.any(String),
    ])
  })

  const leave = async ({ leave, mentee }: Offer) => ok(await leave(mentee))
  const wait = async ({ goOn, sweep }: Offer) => {
    await goOn(hoursMs(limits.placeOfferHours))
    await sweep()
  }
  type Offer = Awaited<ReturnType<typeof makeOffer>>
})

describe('an offer that was paid for while it was open', () => {
  it.each(['before', 'after'])('is a place, heard of %s the sweep that takes it back', async (heard) => {
    const world = await makeOffer(2)
    const { mentee } = world
    const later = await world.newMentee()
    ok(await world.join(later))
    const { paymentId } = await world.checkout(mentee)
    await world.goOn(hoursMs(limits.placeOfferHours) - minutesMs(1))
    await pay(test, paymentId, 'success')
    await world.goOn(minutesMs(2))
    if (heard === 'after') await world.sweep()
    ok(await test.call(api.enrollments.confirm, { body: { menteeId: mentee.id, paymentId } }, mentee))
    const params = { menteeId: mentee.id }
    const { allMentorsSubscribed } = ok(
      await test.call(api.enrollments.subscribedMentors, { params }, mentee),
    )
    expect(allMentorsSubscribed).toMatchObject([{ status: 'active' }])
    // What was taken back has been promised to the next one meanwhile.
    expect((await offered(world, later)) !== null).toBe(heard === 'after')
  })
})

describe('a checkout', () => {
  it('keeps the last place once, by page and form together, and after it opens as long as one is free', async () => {
    const world = await makeWaitlistWorld(test, 1)
    const mentee = await world.newMentee()
    const intent = async () => {
      const { mentorData } = ok(
        await test.call(api.mentors.profile, { params: { mentorId: world.mentor.id } }),
      )
      const price = mentorData.stripePriceId!
      const body = { menteeId: mentee.id, mentorId: world.mentor.id, mentorPriceId: price }
      return test.call(api.enrollments.createPaymentIntent, { body }, mentee)
    }
    ok(await world.checkout(mentee))
    await world.goOn(minutesMs(30))
    ok(await intent())
    ok(await world.checkout(mentee))
    expect(await world.card()).toEqual(free(0))
    await world.goOn(minutesMs(5))
    expect(await world.card()).toEqual(free(1))
    for (const again of [() => world.checkout(mentee), intent]) {
      expect((await again()).status).toBeLessThan(300)
      expect(await world.card()).toEqual(free(1))
    }
    await world.goOn(minutesMs(34))
    ok(await world.checkout(mentee))
    expect(await world.card()).toEqual(free(1))
    await world.goOn(minutesMs(1))
    ok(await world.checkout(mentee))
    expect(await world.card()).toEqual(free(0))
  })

  it('is not in the way of its own mentee, who can pay once more, but in that of others', async () => {
    const world = await makeWaitlistWorld(test, 2)
    const [mentee, other] = [await world.newMentee(), await world.subscriber()]
    const params = { mentorId: world.mentor.id }
    const seenBy = async (person: TestPerson) =>
      ok(await test.call(api.mentors.profile, { params }, person)).mentorData.capacity
    const { paymentId } = await world.checkout(mentee)
    expect([await seenBy(mentee), await seenBy(other), await world.card()]).toEqual([
      free(1),
      free(0),
      free(0),
    ])
    await pay(test, paymentId, 'success')
    ok(await test.call(api.enrollments.confirm, { body: { menteeId: mentee.id, paymentId } }, mentee))
    expect(await seenBy(mentee)).toEqual(free(0))
  })

  it('that was paid while it kept the place has it, however late that is heard of', async () => {
    const world = await makeWaitlistWorld(test, 1)
    const [mentee, other] = [await world.newMentee(), await world.newMentee()]
    const { paymentId } = await world.checkout(mentee)
    await world.goOn(minutesMs(34))
    await pay(test, paymentId, 'success')
    await world.goOn(minutesMs(3))
    await world.sweep()
    expect((await world.checkout(other)).status).toBe(201)
    ok(await test.call(api.enrollments.confirm, { body: { menteeId: mentee.id, paymentId } }, mentee))
    const params = { menteeId: mentee.id }
    const { allMentorsSubscribed } = ok(
      await test.call(api.enrollments.subscribedMentors, { params }, mentee),
    )
    expect(allMentorsSubscribed).toMatchObject([{ status: 'active' }])
  })

  it('keeps a place anew while one is free for others, too', async () => {
    const world = await makeWaitlistWorld(test, 2)
    const mentee = await world.newMentee()
    ok(await world.checkout(mentee))
    await world.goOn(minutesMs(36))
    ok(await world.checkout(mentee))
    expect(await world.card()).toEqual(free(1))
  })

  it('of a mentee to whom a place is offered takes no second one', async () => {
    const world = await makeOffer(3)
    expect(await world.card()).toEqual(free(1, 1))
    ok(await world.checkout(world.mentee))
    expect(await world.card()).toEqual(free(1, 1))
    expect((await world.checkout(await newMentee(test))).status).toBe(201)
    expect((await world.checkout(await newMentee(test))).body.code).toBe('full')
  })

  it('that is open when the offer ends keeps it until the payment, or its own end', async () => {
    for (const isPaid of [true, false]) {
      const world = await makeOffer(2)
      const { mentee } = world
      await world.goOn(hoursMs(24) - minutesMs(6))
      const { paymentId } = await world.checkout(mentee)
      await world.goOn(minutesMs(7))
      await world.sweep()
      expect(await toldOver(mentee)).toBe(0)
      expect(ok(await world.join(mentee))).toMatchObject({ position: 1, offeredUntil: expect.any(String) })
      if (isPaid) {
        await pay(test, paymentId, 'success')
        ok(await test.call(api.enrollments.confirm, { body: { menteeId: mentee.id, paymentId } }, mentee))
      }
      await world.goOn(minutesMs(29))
      await world.sweep()
      expect(await toldOver(mentee)).toBe(isPaid ? 0 : 1)
      expect(await world.placesOf(mentee)).toEqual([])
    }
  })
})
