import type { AuditAction } from '@marga/contract/moderation'
import { instantAt } from '@marga/contract/zoned-time'

/** In an entry, between who and whom; and in the list of filters. `isAlone`: done to nobody. */
type Words = { text: string; label: string; isAlone?: true }

const words: Record<AuditAction, Words> = {
  accept: { text: 'accepted the application of', label: 'Accepted an application' },
  reject: { text: 'refused the application of', label: 'Refused an application' },
  stage: { text: 'moved on the application of', label: 'Moved an application on' },
  check: { text: 'checked the application of', label: 'Checked an application' },
  dismiss: { text: 'dismissed a case about', label: 'Dismissed a case' },
  action: { text: 'acted on a case about', label: 'Acted on a case' },
  propose: { text: 'proposed a decision about', label: 'Proposed a decision' },
  warn: { text: 'warned', label: 'Warned someone' },
  restrict: { text: 'restricted', label: 'Restricted someone' },
  suspend: { text: 'suspended', label: 'Suspended someone' },
  block: { text: 'blocked', label: 'Blocked someone' },
  unblock: { text: 'unblocked', label: 'Unblocked someone' },
  remove_content: { text: 'removed something written by', label: 'Removed content' },
  lift: { text: 'lifted a sanction of', label: 'Lifted a sanction' },
  settle_refund: { text: 'paid back a returned refund of', label: 'Paid back a returned refund' },
  read_messages: { text: 'looked at messages of', label: 'Looked at messages' },
  invite: { text: 'invited a moderator', label: 'Invited a moderator', isAlone: true },
  withdraw: { text: 'withdrew an invitation', label: 'Withdrew an invitation', isAlone: true },
  join: { text: 'became a moderator', label: 'Became a moderator', isAlone: true },
  leave: { text: 'stopped moderating', label: 'Stopped moderating', isAlone: true },
  export_log: { text: 'downloaded the log', label: 'Downloaded the log', isAlone: true },
}
const isKnown = (action: string): action is AuditAction => Object.hasOwn(words, action)

/** Of one that this page does not know yet, its name. */
export const actionText = (action: string): string =>
  isKnown(action) ? words[action].text : `did “${action}” to`

/** Whether it was done to somebody. */
export const hasSubject = (action: string): boolean => !(isKnown(action) && words[action].isAlone)

export const actionOptions = [
  { value: '', label: 'Everything' },
  ...Object.entries(words).map(([value, { label }]) => ({ value, label })),
]

/** Days are "YYYY-MM-DD", the last one included; empty text is no filter. */
export type LogFilter = { action: string; moderatorId: string; search: string; from: string; to: string }

const readDay = (text: string | null) => (text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : '')

/** The filter as it stands in the address; what is unknown there counts as none. */
export function readLogFilter(query: URLSearchParams): LogFilter {
  const action = query.get('action') ?? ''
  return {
    action: isKnown(action) ? action : '',
    moderatorId: query.get('moderator') ?? '',
    search: query.get('search') ?? '',
    from: readDay(query.get('from')),
    to: readDay(query.get('to')),
  }
}

export const writeLogFilter = ({ moderatorId, search, ...rest }: LogFilter): Record<string, string> =>
  Object.fromEntries(
    Object.entries({ ...rest, moderator: moderatorId, search: search.trim() }).filter(([, text]) => text),
  )

export const isFiltered = (filter: LogFilter): boolean => Object.values(filter).some((text) => text !== '')

const dayMinutes = 24 * 60

/** Days begin and end by the moderator's own clock. */
export const logFilterQuery = ({ action, moderatorId, search, from, to }: LogFilter, timeZone: string) => ({
  action: isKnown(action) ? action : undefined,
  moderatorId: moderatorId || undefined,
  search: search || undefined,
  from: from ? instantAt(from, 0, timeZone).toISOString() : undefined,
  to: to ? instantAt(to, dayMinutes, timeZone).toISOString() : undefined,
})
