import type { Facets } from '@marga/contract/search'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { type Filters, mentorCount } from '../rules.ts'
import { SearchFilters } from './search-filters.tsx'

type FilterSheetProps = {
  filters: Filters
  facets: Facets | undefined
  onChange: (filters: Filters) => void
  onClose: () => void
}

/** The filters where there is no room beside the list. */
export function FilterSheet({ filters, facets, onChange, onClose }: FilterSheetProps) {
  return (
    <Dialog isOpen onOpenChange={onClose} title="Filters" kind="sheet">
      <SearchFilters filters={filters} facets={facets} onChange={onChange} />
      <Button isWide className="mt-6" onClick={onClose}>
        {facets?.total ? `Show ${mentorCount({ ...facets, isEstimate: false })}` : 'Show mentors'}
      </Button>
    </Dialog>
  )
}
