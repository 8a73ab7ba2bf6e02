import { limits } from '@marga/contract/limits'

/** Why nothing was sold: calls that cannot be booked. */
export const NoTimes = ({ firstName }: { firstName: string }) => (
  <p role="alert" className="rounded-md bg-danger-soft px-4 py-3 text-sm text-danger-ink">
    <strong className="block">Nothing was charged</strong>
    {firstName} has no time to book in the next {limits.bookableWithinDays} days, so you cannot subscribe
    right now. Please come back when there are new times.
  </p>
)
