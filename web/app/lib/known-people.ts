import type { Person } from '@marga/contract/common'

/** Whom somebody has had dealings with, as far as that is known. */
export type KnownPeople = {
  people: readonly Person[]
  isLoading: boolean
  /** Why they are not known, in the form that an ErrorState takes. */
  failure: { message: string; onRetry: () => void; isRetrying: boolean } | null
}
