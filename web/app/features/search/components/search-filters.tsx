import { Stars } from '../../../components/stars.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { anyPrice, anyRating, type Filters, priceOptions, ratingOptions, toggled } from '../rules.ts'

type SearchFiltersProps = { filters: Filters; onChange: (filters: Filters) => void }

/** Price and rating: one choice each, taken back by unchecking it. */
export function SearchFilters({ filters, onChange }: SearchFiltersProps) {
  return (
    <div className="grid gap-7">
      <fieldset>
        <legend className="mb-2 font-semibold">Price per hour</legend>
        {priceOptions.map(({ value, label }) => (
          <Checkbox
            key={value}
            name="price"
            label={label}
            checked={filters.price === value}
            onChange={() => onChange({ ...filters, price: toggled(filters.price, value, anyPrice) })}
          />
        ))}
      </fieldset>
      <fieldset>
        <legend className="mb-2 font-semibold">Rating</legend>
        {ratingOptions.map((value) => (
          <Checkbox
            key={value}
            name="rating"
            checked={filters.rating === value}
            onChange={() => onChange({ ...filters, rating: toggled(filters.rating, value, anyRating) })}
            label={
              <span className="inline-flex items-center gap-2">
                <span className="sr-only">{value === '1' ? '1 star' : `${value} stars`}</span>
                <span aria-hidden="true" className="inline-flex">
                  <Stars rating={Number(value)} />
                </span>
                <span className="text-sm text-ink-soft">{value === '5' ? 'only' : '& up'}</span>
              </span>
            }
          />
        ))}
      </fieldset>
    </div>
  )
}
