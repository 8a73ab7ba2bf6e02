import { ChevronLeft, ChevronRight, Plus } from 'lucide-react'
import { Button } from '../../../ui/button.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import type { View } from '../hooks/use-scheduler-view.ts'

type SchedulerToolbarProps = {
  title: string
  view: View
  views: readonly View[]
  onView: (view: View) => void
  onStep: (direction: -1 | 1) => void
  onToday: () => void
  onAdd: () => void
}

const labels: Record<View, string> = { week: 'Week', day: 'Day', list: 'List' }

export function SchedulerToolbar(props: SchedulerToolbarProps) {
  const { title, view, views, onView, onStep, onToday, onAdd } = props
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-3">
      {view === 'list' ? null : (
        <div className="flex items-center gap-1 max-sm:w-full">
          <Button variant="secondary" size="sm" onClick={onToday}>
            Today
          </Button>
          <Button variant="quiet" size="iconSm" aria-label={`Previous ${view}`} onClick={() => onStep(-1)}>
            <ChevronLeft className="size-5" aria-hidden="true" />
          </Button>
          <Button variant="quiet" size="iconSm" aria-label={`Next ${view}`} onClick={() => onStep(1)}>
            <ChevronRight className="size-5" aria-hidden="true" />
          </Button>
          <h2 className="ml-1 text-lg sm:text-xl" aria-live="polite">
            {title}
          </h2>
        </div>
      )}
      <div className="ml-auto flex items-center gap-3 max-sm:w-full">
        <div className="w-52 max-sm:flex-1">
          <RadioCards<View>
            legend="View"
            isLegendHidden
            isRow
            name="scheduler-view"
            options={views.map((value) => ({ value, label: labels[value] }))}
            value={view}
            onChange={onView}
          />
        </div>
        <Button onClick={onAdd}>
          <Plus className="size-5" aria-hidden="true" />
          Add a time
        </Button>
      </div>
    </div>
  )
}
