import { expect } from '../support/journey.ts'
import { sessionNow } from '../support/live.ts'
import { makeMentee, makeMentor, publishHour, subscribe } from '../support/people.ts'
import { password } from '../support/sign-in.ts'
import { test } from '../support/webkit-journey.ts'
import { keys, type WebKitPerson } from '../support/webkit-person.ts'

const message = { role: 'textbox', name: 'message' } as const

async function register(person: WebKitPerson, email: string) {
  await person.goto('/auth/mentee-register')
  await person.fill({ role: 'textbox', name: 'First name' }, 'Maya')
  await person.fill({ role: 'textbox', name: 'Last name' }, 'Webkit')
  await person.fill({ role: 'textbox', name: 'Email' }, email)
  await person.fill({ role: 'textbox', name: 'Phone number' }, '9876543210')
  await person.fill({ role: 'textbox', name: /^Password/ }, password)
  await person.fill({ role: 'textbox', name: 'Confirm password' }, password)
  await person.press({ role: 'button', name: 'Create account' })
  await person.arriveAt(/\/auth\/login\?mentees$/)
}

async function signInByForm(person: WebKitPerson, email: string) {
  await person.goto('/auth/login?mentees')
  await person.fill({ role: 'textbox', name: 'Email' }, email)
  await person.fill({ role: 'textbox', name: /^Password/ }, `${password}${keys.enter}`)
  await person.arriveAt(/\/mentees$/)
}

test('a mentee registers, finds a mentor, subscribes, books and writes; the mentor answers', async ({
  app,
  newWebKit,
}) => {
  const mentor = await makeMentor(app, 'Sameera')
  await publishHour(app, mentor, 30)
  const mentee = await newWebKit()
  const email = `webkit-${Date.now().toString(36)}@example.com`

  await test.step('registers and signs in', async () => {
    await register(mentee, email)
    await signInByForm(mentee, email)
  })
  await test.step('finds the mentor and subscribes', async () => {
    await mentee.goto('/browse/mentor/search')
    await mentee.fill({ role: 'textbox', name: 'search' }, `${mentor.lastName}${keys.enter}`)
    // Until it is alive the page, which is the same for everybody, leads to the profile that everybody sees.
    const leadsIntoArea = () => document.querySelector('article a[href^="/mentees/"]') !== null
    await mentee.becomes('the page knows the mentee', leadsIntoArea, true)
    await mentee.press({ role: 'link', name: 'profile', in: { role: 'article', text: mentor.lastName } })
    await mentee.see({ role: 'heading', name: mentor.lastName })
    await mentee.press({ role: 'button', name: 'Subscribe' })
    await mentee.press({ role: 'button', name: /^Pay ₹/ })
    await mentee.arriveAt(/\/mentees\/payment\/success\//)
    await mentee.see({ role: 'heading', name: 'Payment received' })
  })
  await test.step('books a free time', async () => {
    await mentee.goto('/mentees/schedules')
    await mentee.press({ role: 'button', name: /^Book / })
    await mentee.press({ role: 'button', name: 'Book this time', in: { role: 'dialog' } })
    await mentee.seeNone({ role: 'dialog' })
  })

  const other = await newWebKit()
  await test.step('writes, and the other browser shows it without a reload, and answers', async () => {
    await other.signIn('Mentors', mentor.email, password)
    await other.goto('/mentors/connect/inbox')
    await mentee.goto('/mentees/subscribed-mentors')
    await mentee.press({ role: 'button', name: 'Chat' })
    await mentee.fill(message, `Good morning, where do I begin?${keys.enter}`)
    await mentee.see({ role: 'log', text: 'Good morning, where do I begin?' })
    // The message moves the row to the top: what is pressed before that may no longer be under the hand.
    await other.see({ role: 'link', name: 'Good morning' })
    await other.press({ role: 'link', name: 'Maya' })
    await other.see({ role: 'log', text: 'Good morning, where do I begin?' })
    await other.fill(message, `With the lexer.${keys.enter}`)
    await mentee.see({ role: 'log', text: 'With the lexer.' })
  })
  expect(await mentee.path()).toMatch(/^\/mentees\/connect\/inbox\//)
})

/** What is wider than the page, unless it scrolls in itself. */
const widthTooMuch = () => document.documentElement.scrollWidth - document.documentElement.clientWidth

const publicPages = ['/', '/browse/mentor/search', '/faq', '/auth/mentee-register']
const menteePages = ['/mentees', '/mentees/schedules', '/mentees/booked-slots', '/mentees/connect/inbox']

for (const { width, zoom } of [{ width: 320, zoom: 2 }, { width: 360 }] as const) {
  test(`${width} px wide: no page scrolls sideways`, async ({ app, newWebKit }) => {
    const mentor = await makeMentor(app, 'Narrow')
    const mentee = await makeMentee(app, 'Kavya')
    await subscribe(app, mentee, mentor)
    await publishHour(app, mentor, 30)
    const person = await newWebKit({ width, ...(zoom ? { zoom } : {}) })
    expect(await person.session.run(() => innerWidth)).toBe(width)
    const expectFitting = async (address: string) => {
      await person.goto(address)
      await person.see({ role: 'heading' })
      await person.becomes(`${address} fits`, widthTooMuch, 0)
    }
    for (const address of [...publicPages, `/browse/mentor/profile/${mentor.id}`])
      await expectFitting(address)
    await person.signIn('Mentees', mentee.email, password)
    for (const address of menteePages) await expectFitting(address)
  })
}

test('a dialog gives the focus back to what opened it, by mouse and by keyboard', async ({
  app,
  newWebKit,
}) => {
  const mentor = await makeMentor(app, 'Focus')
  const mentee = await makeMentee(app, 'Ila')
  await subscribe(app, mentee, mentor)
  await publishHour(app, mentor, 30)
  const person = await newWebKit()
  await person.signIn('Mentees', mentee.email, password)
  await person.goto('/mentees/schedules')
  const opener = { role: 'button', name: /^Book / } as const
  const isOnOpener = () =>
    /^Book /.test(
      document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
    )
  const closeByKey = async () => {
    await person.see({ role: 'dialog' })
    await person.becomes(
      'the focus is in the dialog',
      () => document.querySelector('[role=dialog]')?.contains(document.activeElement),
      true,
    )
    await person.session.press(keys.escape)
    await person.seeNone({ role: 'dialog' })
    await person.becomes('the opener has the focus', isOnOpener, true)
  }
  await person.press(opener)
  await closeByKey()
  await person.session.press(keys.enter)
  await closeByKey()
})

test('the field of a message grows with what is written', async ({ app, newWebKit }) => {
  const mentor = await makeMentor(app, 'Grow')
  const mentee = await makeMentee(app, 'Uma')
  await subscribe(app, mentee, mentor)
  const person = await newWebKit({ width: 360 })
  await person.signIn('Mentees', mentee.email, password)
  await person.goto('/mentees/subscribed-mentors')
  await person.press({ role: 'button', name: 'Chat' })
  await person.see(message)
  const lines = () => {
    const field = document.querySelector('textarea')!
    return Math.round(
      field.getBoundingClientRect().height / Number.parseFloat(getComputedStyle(field).lineHeight),
    )
  }
  const atFirst = await person.session.run(lines)
  await person.fill(
    message,
    'What a mentee wants to know takes more than one line of a telephone. '.repeat(2),
  )
  await person.becomes(
    'all of it can be seen',
    () => {
      const field = document.querySelector('textarea')!
      return field.scrollHeight <= field.clientHeight + 2
    },
    true,
  )
  expect(await person.session.run(lines)).toBeGreaterThan(atFirst)
})

test('the chosen colours stay', async ({ newWebKit }) => {
  const person = await newWebKit({ colorScheme: 'dark' })
  // The page itself is see-through; its text is light where it is dark.
  const isDark = () => {
    const [red = 0] = getComputedStyle(document.body)
      .color.match(/[\d.]+/g)!
      .map(Number)
    return red > 128
  }
  await person.goto('/')
  await person.becomes('it is dark as the device is', isDark, true)
  await person.press({ role: 'button', name: 'Colours: match my device' })
  await person.becomes('it is light as chosen', isDark, false)
  await person.session.reload()
  await person.see({ role: 'button', name: 'Colours: light' })
  await person.becomes('it stays light', isDark, false)
})

test('the lobby says that this engine makes no calls; two join, write and leave', async ({
  app,
  newWebKit,
}) => {
  const { mentor, mentee, slotId } = await sessionNow(app)
  const meera = await newWebKit()
  const canCall = await meera.session.run(() => typeof RTCPeerConnection === 'function')
  test.skip(canCall, 'this build of WebKitGTK can make calls')
  const arun = await newWebKit()
  const enterRoom = async (person: WebKitPerson, area: 'Mentors' | 'Mentees', email: string) => {
    await person.signIn(area, email, password)
    await person.goto(`/${area.toLowerCase()}/connect/live/${slotId}`)
    await person.seeText('This browser can’t make video calls.')
    await person.press({ role: 'button', name: 'Join session' })
    await person.see({ role: 'button', name: 'Leave' })
  }
  await enterRoom(meera, 'Mentors', mentor.email)
  await enterRoom(arun, 'Mentees', mentee.email)
  for (const person of [meera, arun]) {
    await person.seeText('Write in the chat, or join from another browser.')
    await person.press({ role: 'button', name: 'Chat' })
  }
  await arun.fill(message, `I can only write.${keys.enter}`)
  await meera.see({ role: 'log', text: 'I can only write.' })
  await arun.press({ role: 'button', name: 'Leave' })
  await meera.seeText('Arun has left.')
})
