import { demoConversation } from './conversation.ts'
import { demoMentorKey } from './mentors.ts'
import type { DemoMessage, DemoSubscription } from './types.ts'

/** The second mentor of the demo's mentee, by whom the first one's subject is seen from the other side. */
export const secondMentorKey = 'nandini-hegde'
/** Met once, in a free intro call. */
export const introMentorKey = 'harpreet-gill'

/**
 * What the session that starts within the hour is about. Each that took place is followed by one of the next topic, as
 * long as a call is left.
 */
export const rehearsalTopics: readonly [string, ...string[]] = [
  'Rehearse the invoice talk',
  'How the invoice talk went',
  'What comes after the invoices',
  'What "nearly senior" means by now',
]
export const rehearsalBooked = { day: -1, clock: '10:15' }

/** mentee@demo.test's subscriptions: calls, receipts and conversations follow from them. */
export const demoSubscriptions: readonly DemoSubscription[] = [
  {
    mentorKey: demoMentorKey,
    since: { day: -10, clock: '21:15' },
    sessions: [
      {
        topic: 'The invoice that is sent twice',
        booked: { day: -8, clock: '09:05' },
        at: { day: -6, clock: '19:00' },
        notes:
          'What we found\n- The lock makes the double rarer, it cannot make it impossible.\n- Key for the provider: invoice id and revision, good for 24 hours.\n- The retry job has no upper limit.\n\nUntil next time\n- Rohan: a limit for the retry, with a test next to the constant.\n- Rohan: delete the lock once a week has passed without a double.\n- Ananya: sends the note on "at least once".',
      },
    ],
    conversation: demoConversation,
    unread: 1,
  },
  {
    mentorKey: secondMentorKey,
    since: { day: -40, clock: '19:30' },
    sessions: [
      {
        topic: 'Reading my appraisal together',
        booked: { day: -38, clock: '12:30' },
        at: { day: -36, clock: '18:00' },
        notes:
          'Three sentences of the appraisal are about visibility, one is about code.\n\nUntil next time\n- Ask for one example of "visible" and write down the answer word for word.',
      },
      {
        topic: 'The talk with my manager',
        booked: { day: -30, clock: '20:10' },
        at: { day: -27, clock: '19:00' },
        notes:
          'Rehearsed twice. The second time without "just" and "maybe".\n\nUntil next time\n- Have the talk. Bring two dates for the follow-up.',
      },
      {
        topic: 'A plan for the next half year',
        booked: { day: -22, clock: '09:40' },
        at: { day: -19, clock: '18:00' },
        notes:
          'One thing to learn, one to hand over, one to be asked about.\n\nThe plan fits on half a page.',
      },
      {
        topic: 'Presenting to a big group',
        booked: { day: -6, clock: '13:00' },
        at: { day: -4, clock: '18:00' },
        notes:
          'Breathe before the first slide. Say the number, then stop.\n\nUntil next time\n- Record three minutes on the phone and listen once.',
      },
    ],
    conversation: [
      {
        sender: 'mentee',
        at: { day: -39, clock: '08:50' },
        text: 'Hello Nandini, my appraisal says "be more visible". I have read it four times and do not know what to do on Monday.',
      },
      {
        sender: 'mentor',
        at: { day: -39, clock: '13:15' },
        text: 'Hello Rohan! You have company, I read that sentence every week. Book an hour and bring the page itself. We read it together, line by line.',
      },
      {
        sender: 'mentee',
        at: { day: -26, clock: '18:05' },
        text: 'We had the talk. She named two things, both of them fair, and we meet again in a month. Thank you for the second rehearsal.',
      },
      {
        sender: 'mentor',
        at: { day: -26, clock: '19:20' },
        text: 'Two fair things is a very good result. Write them down today, while you still have her words.',
      },
      {
        sender: 'mentee',
        at: { day: -3, clock: '09:15' },
        text: 'I recorded three minutes as you said. I say "basically" eleven times.',
      },
      {
        sender: 'mentor',
        at: { day: -3, clock: '10:40' },
        text: 'Only eleven! Pick the three worst and put a pause there. Nobody has ever complained about a pause.',
      },
    ],
    unread: 0,
    review: {
      rating: 5,
      at: { day: -17, clock: '20:30' },
      text: 'She read my appraisal aloud, sentence by sentence, and asked who had said what. What I was afraid of was one line. I left with a plan that fits on half a page.',
      reply: 'Half a page is the right length. I am glad you asked her, Rohan.',
    },
  },
]

/** Booked with the second mentor at her first open hour from so many days on. */
export const nextSession = {
  topic: 'Before the talk: voice and pauses',
  fromDay: 2,
  booked: { day: -3, clock: '11:05' },
}

export const introCall = {
  booked: { day: -7, clock: '19:45' },
  at: { day: -5, clock: '21:00' },
  topic: 'Is a Go mentor what I need?',
}
export const introConversation: readonly DemoMessage[] = [
  {
    sender: 'mentee',
    at: { day: -5, clock: '21:35' },
    text: 'Thank you for the twenty minutes. I have ordered the paper on idempotent receivers.',
  },
  {
    sender: 'mentor',
    at: { day: -4, clock: '08:10' },
    text: 'Read the second half first. If you want to go through it with me, you know where I am. If not, it was good to meet you.',
  },
]
