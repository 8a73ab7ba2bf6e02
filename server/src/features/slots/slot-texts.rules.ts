import { texts } from '@marga/contract/texts'
import type { NewNotification } from '../notifications/grouping.rules.ts'

type Words = Pick<NewNotification, 'content' | 'together'>

/** "Diya booked Thu 26 Nov, 10:00 am"; of more than one it counts them and lists when. */
function words(key: string, when: string, of: { one: string; many: (count: number) => string }): Words {
  return {
    content: of.one,
    together: { key, item: when, many: (count, list) => `${of.many(count)}: ${list}` },
  }
}

/** A session and who the other of the two is, to whoever reads. */
type Told = { when: string; other: { id: string; firstName: string }; isIntro: boolean }
const kindOf = (isIntro: boolean) => (isIntro ? 'a free intro call' : 'a session')

/** To the one of the two who did not do it. */
export const bookedByOther = ({ when, other: { id, firstName }, isIntro }: Told): Words =>
  isIntro
    ? words(`booked-intro:${id}`, when, {
        one: `${firstName} booked a free intro call: ${when}`,
        many: (count) => `${firstName} booked a free intro call ${count} times`,
      })
    : words(`booked:${id}`, when, {
        one: `${firstName} booked ${when}`,
        many: (count) => `${firstName} booked ${count} sessions`,
      })

/** To the one who did it. */
export const bookedByYou = ({ when, other: { id, firstName }, isIntro }: Told): Words =>
  words(`own-booked:${id}`, when, {
    one: `You booked ${kindOf(isIntro)} with ${firstName}: ${when}`,
    many: (count) => `You booked ${count} sessions with ${firstName}`,
  })

/** To the one of the two who did not do it. */
export const cancelledByOther = ({ when, other: { id, firstName } }: Omit<Told, 'isIntro'>): Words =>
  words(`cancelled:${id}`, when, {
    one: `${firstName} cancelled ${when}`,
    many: (count) => `${firstName} cancelled ${count} sessions`,
  })

/** To the mentee who did it. */
export const cancelledByYou = ({ when, other: { id, firstName }, isIntro }: Told): Words =>
  words(`own-cancelled:${id}`, when, {
    one: `You cancelled ${kindOf(isIntro)} with ${firstName}: ${when}`,
    many: (count) => `You cancelled ${count} sessions with ${firstName}`,
  })

/** To one whose session ended with what was decided about the other. */
export const cancelledByUs = ({ when, other: { id, firstName } }: Omit<Told, 'isIntro'>): Words =>
  words(`cancelled-by-us:${id}`, when, {
    one: `Your session with ${firstName} is cancelled: ${when}`,
    many: (count) => `${count} sessions with ${firstName} are cancelled`,
  })

/** To everybody who may book. */
export const scheduleChanged = (mentorId: string, item: string): Words =>
  words(`schedule:${mentorId}`, item, {
    one: texts.notifications.scheduleChanged,
    many: (count) => `${texts.notifications.scheduleChanged}, ${count} times`,
  })
