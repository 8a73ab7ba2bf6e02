import { after, daysMs } from '../clock.ts'
import { invalidField } from '../errors.ts'

export type RangeInput = { from?: Date | undefined; to?: Date | undefined }

/**
 * A span of time with its missing ends filled in. @throws AppError naming `to` when it ends before
 * it starts or is longer than `daysMax`
 */
export function boundedRange(
  range: RangeInput,
  defaultFrom: Date,
  daysMax: number,
): { from: Date; to: Date } {
  const from =
    range.from ?? (range.to && range.to < defaultFrom ? after(range.to, -daysMs(daysMax)) : defaultFrom)
  const to = range.to ?? after(from, daysMs(daysMax))
  if (to < from) throw invalidField('to', 'The end is before the start.')
  if (to > after(from, daysMs(daysMax))) throw invalidField('to', `At most ${daysMax} days at once.`)
  return { from, to }
}
