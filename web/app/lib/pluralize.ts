import { groupDigits } from '@marga/contract/digit-groups'
/** "1 session", "3 sessions". */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${groupDigits(count)} ${count === 1 ? one : many}`
