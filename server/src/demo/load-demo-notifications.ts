import { formatRupees } from '@marga/contract/prices'
import { texts } from '@marga/contract/texts'
import type { App } from '../compose.ts'
import { reviewWords } from '../features/reviews/reviews.mails.ts'
import { bookedByYou } from '../features/slots/slot-texts.rules.ts'
import { defaultTimeZone, formatPlainDate, formatShortMoment } from '../platform/date-format.ts'
import type { Tx } from '../platform/db/database.ts'
import { oneMonthAfter } from '../platform/payments/sandbox-subscription.ts'
import {
  demoSubscriptions,
  introCall,
  introConversation,
  introMentorKey,
  nextSession,
  secondMentorKey,
} from './data/demo-mentee-story.ts'
import { demoMenteeKey, demoMentees } from './data/mentees.ts'
import { demoMentorKey, demoMentors } from './data/mentors.ts'
import { demoReviews } from './data/reviews.ts'
import type { DemoTime } from './data/types.ts'
import { type DemoPeople, daysAgo } from './demo-ids.ts'
import { demoTime } from './demo-times.ts'
import type { WaitingQuestion } from './load-demo-answers.ts'
import type { MenteeStory } from './load-demo-mentee.ts'

type Told = { content: string; at: Date; link?: string; conversationId?: string; isRead?: boolean }

type Story = { mentee: MenteeStory; waiting: readonly WaitingQuestion[] }

export async function loadDemoNotifications(app: App, tx: Tx, people: DemoPeople, story: Story) {
  await insert(app, tx, people.menteeIds.get(demoMenteeKey)!, toMentee(app, people, story.mentee))
  await insert(app, tx, people.mentorIds.get(demoMentorKey)!, toMentor(app, story.waiting))
}

const insert = (app: App, tx: Tx, accountId: string, all: readonly Told[]) =>
  tx
    .insertInto('notification')
    .values(
      all.map(({ at, isRead = true, ...told }) => ({
        id: app.newId(),
        accountId,
        type: told.conversationId ? ('message' as const) : ('alert' as const),
        isRead,
        createdAt: at,
        ...told,
      })),
    )
    .execute()

const mentorBy = (key: string) => demoMentors.find((mentor) => mentor.key === key)!
const nameOf = (key: string) => `${mentorBy(key).firstName} ${mentorBy(key).lastName}`
const feeOf = (key: string) => {
  const { monthlyFee, hourlyRate } = mentorBy(key)
  return formatRupees(monthlyFee ?? 4 * hourlyRate)
}
const shortly = (moment: Date) => formatShortMoment(moment, defaultTimeZone)

/** Eight, each of another kind; what is read last is what the story told last. */
function toMentee(app: App, { mentorIds }: DemoPeople, { conversationIds, nextSessionAt }: MenteeStory) {
  const now = app.clock.now()
  const time = (at: DemoTime) => demoTime(now, at)
  const [first, second] = demoSubscriptions as [(typeof demoSubscriptions)[0], (typeof demoSubscriptions)[0]]
  const renewedAt = oneMonthAfter(time(second.since))
  const until = (begin: Date) => formatPlainDate(oneMonthAfter(begin), defaultTimeZone)
  const other = (key: string) => ({ id: mentorIds.get(key)!, firstName: mentorBy(key).firstName })
  const message = (key: string, at: DemoTime): Told => ({
    content: texts.chat.received(mentorBy(key).firstName),
    conversationId: conversationIds.get(key)!,
    at: time(at),
  })
  const booked = (of: { key: string; startsAt: Date; isIntro: boolean; at: DemoTime }): Told => ({
    content: bookedByYou({ when: shortly(of.startsAt), other: other(of.key), isIntro: of.isIntro }).content,
    link: '/mentees/booked-slots',
    at: time(of.at),
  })
  const subscriptions = '/mentees/subscribed-mentors'
  const scheduleAt = time({ day: -1, clock: '16:30' })
  return [
    { ...message(demoMentorKey, first.conversation.at(-1)!.at), isRead: false },
    {
      content: texts.notifications.scheduleChanged,
      link: '/mentees/schedules',
      at: scheduleAt,
      isRead: false,
    },
    booked({ key: secondMentorKey, startsAt: nextSessionAt, isIntro: false, at: nextSession.booked }),
    message(introMentorKey, introConversation.at(-1)!.at),
    booked({ key: introMentorKey, startsAt: time(introCall.at), isIntro: true, at: introCall.booked }),
    {
      content: `Your subscription to ${nameOf(secondMentorKey)} renewed: ${feeOf(secondMentorKey)} paid, until ${until(renewedAt)}`,
      link: subscriptions,
      at: renewedAt,
    },
    {
      content: `You subscribed to ${nameOf(demoMentorKey)}: ${feeOf(demoMentorKey)} paid, until ${until(time(first.since))}`,
      link: subscriptions,
      at: time(first.since),
    },
    {
      content: `${mentorBy(secondMentorKey).firstName} replied to your review`,
      link: `/mentees/browse/mentor/profile/${mentorIds.get(secondMentorKey)!}`,
      at: time({ day: -16, clock: '18:40' }),
    },
  ]
}

/** Who waits for an answer, the last review, and who subscribed last. */
function toMentor(app: App, waiting: readonly WaitingQuestion[]): Told[] {
  const firstNameOf = (key: string) => demoMentees.find((mentee) => mentee.key === key)!.firstName
  const subscribed = (key: string, at: Date): Told => ({
    content: `${firstNameOf(key)} subscribed to you`,
    link: '/mentors/subscribed-mentees',
    at,
  })
  const [review] = demoReviews
    .filter(({ mentorKey }) => mentorKey === demoMentorKey)
    .sort((one, other) => one.daysAgo - other.daysAgo)
  const { menteeKey, rating, daysAgo: reviewedDaysAgo } = review!
  return [
    ...waiting.map(({ menteeKey: key, conversationId, at }) => ({
      content: texts.chat.received(firstNameOf(key)),
      conversationId,
      at,
      isRead: false,
    })),
    subscribed(demoMenteeKey, demoTime(app.clock.now(), demoSubscriptions[0]!.since)),
    {
      content: reviewWords({ menteeFirstName: firstNameOf(menteeKey), rating, isNew: true }),
      link: '/mentors/profile#reviews',
      at: daysAgo(app, reviewedDaysAgo),
    },
    subscribed(menteeKey, daysAgo(app, reviewedDaysAgo + 12)),
  ]
}
