import type { MemberRole } from '@marga/contract/roles'

/**
 * How a refund request ended. `unused`: at once, since nothing of the month was used. `over`: the subscription ended
 * otherwise. `granted` and `refused` are a moderator's.
 */
export type RefundResult = 'unused' | 'agreed' | 'granted' | 'refused' | 'over'

type Read = {
  reader: MemberRole
  /** First name of the other of the two. */
  other: string
  /** The subscription has ended, before the request was decided. */
  isOver: boolean
  /** It ends with the month that is paid. */
  isCancelled: boolean
  /** What goes back, written as money; null where nothing does. */
  amount: string | null
  /** What was to go back, and about which the bank decides instead. */
  withdrawn: string | null
}

export function refundResultText(result: RefundResult, read: Read): string {
  const { reader, other, amount, withdrawn } = read
  const isMentor = reader === 'mentor'
  const ended = `${isMentor ? 'The' : 'Your'} subscription has ended, and ${
    amount ? `${amount} goes back${isMentor ? '' : ' the way you paid'}` : 'nothing was left to refund'
  }.`
  switch (result) {
    case 'unused':
      return isMentor
        ? `${other} asked for a refund within a day of the renewal, with nothing used. ${ended}`
        : `Nothing of the month with ${other} was used. ${ended}`
    case 'agreed':
      return `${isMentor ? 'You' : other} agreed to the refund${isMentor ? ` for ${other}` : ''}. ${ended}`
    case 'granted':
      return `A moderator granted the refund${isMentor ? ` that ${other} asked for` : ` of your subscription to ${other}`}. ${ended}`
    case 'refused':
      return isMentor
        ? `A moderator refused the refund that ${other} asked for. ${afterRefusal(read)}`
        : `A moderator refused the refund of your subscription to ${other}. ${afterRefusal(read)}`
    case 'over':
      return isMentor
        ? `The refund that ${other} asked for no longer needs an answer: the subscription is over.`
        : `Your refund request for ${other} is closed, because the subscription is over. ${
            amount || withdrawn
              ? [
                  amount ? `${amount} goes back the way you paid.` : '',
                  withdrawn ? `Your bank decides about ${withdrawn}.` : '',
                ]
                  .join(' ')
                  .trim()
              : 'Nothing was left to refund.'
          }`
  }
}

function afterRefusal({ isOver, isCancelled }: Read): string {
  if (isOver) return 'Nothing goes back.'
  return isCancelled
    ? 'Nothing goes back, and the subscription ends as it would have.'
    : 'The subscription goes on.'
}

export const refundAskedText = ({ other, amount }: Read): string => `${other} asks for a refund of ${amount}.`

export const refundDeadlineText = (until: string, { isOver }: Pick<Read, 'isOver'>): string =>
  `If you agree, ${isOver ? 'what was not used goes back' : 'the subscription ends'}. Please answer by ${until}; if you do not, a moderator decides.`

export const refundWithModeratorText = ({ reader, other }: Read): string =>
  reader === 'mentor'
    ? `A moderator will decide about the refund that ${other} asked for.`
    : `A moderator will decide about the refund of your subscription to ${other}.`
