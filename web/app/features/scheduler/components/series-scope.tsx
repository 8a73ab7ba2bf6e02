import type { SlotScope } from '@marga/contract/slots'
import { RadioCards } from '../../../ui/radio-cards.tsx'

type SeriesScopeProps = { value: SlotScope; onChange: (scope: SlotScope) => void }

const options = [
  { value: 'one', label: 'This one' },
  {
    value: 'following',
    label: 'This and the following',
    hint: 'All that were published together with it. Booked ones stay as they are.',
  },
] as const

/** Whether a change is for one time of a repetition or for all from it on. */
export const SeriesScope = ({ value, onChange }: SeriesScopeProps) => (
  <RadioCards<SlotScope>
    legend="Which times"
    name="scope"
    options={options}
    value={value}
    onChange={onChange}
  />
)
