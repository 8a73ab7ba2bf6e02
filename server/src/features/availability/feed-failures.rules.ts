import { limits } from '@marga/contract/limits'
import { FetchProblem, type FetchProblemCode } from '../../platform/outbound/fetch-problem.ts'
import { CalendarProblem, type CalendarProblemCode } from './busy-times.rules.ts'

const megabytes = limits.feedBytesMax / 1024 / 1024

/** One for both: what tells them apart tells which names the installation's own network has. */
const notOnTheInternet = 'This address is not on the internet.'

const words: Record<Exclude<FetchProblemCode, 'refused'> | CalendarProblemCode, string> = {
  invalid_address: 'This is not the address of a calendar.',
  has_password: 'Give an address without a user name and password in it.',
  private_network: notOnTheInternet,
  unknown_name: notOnTheInternet,
  unreachable: 'This address cannot be reached.',
  untrusted: 'The certificate of this address is not valid.',
  too_slow: 'This calendar did not answer in time.',
  too_large: `This calendar is larger than ${megabytes} MB.`,
  too_many_redirects: 'This address leads on to others too often.',
  insecure_redirect: 'This address leads to one that is not encrypted.',
  unreadable: 'What this address answers cannot be read.',
  not_a_calendar: 'This is not a calendar.',
  too_many_events: `This calendar has more than ${limits.feedEventsMax.toLocaleString('en-US')} events in the next two months, or takes too long to read.`,
}

/** Why a calendar was not read, in the mentor's words; undefined where it is no fault of the calendar. */
export function failureOf(error: unknown): string | undefined {
  if (error instanceof CalendarProblem) return words[error.code]
  if (!(error instanceof FetchProblem)) return undefined
  return error.code === 'refused' ? refusal(error.status) : words[error.code]
}

function refusal(status = 0): string {
  if (status === 404 || status === 410) return 'There is no calendar at this address.'
  if (status === 401 || status === 403) return 'This calendar is not public. Give its secret address.'
  return `This address answered with error ${status}.`
}
