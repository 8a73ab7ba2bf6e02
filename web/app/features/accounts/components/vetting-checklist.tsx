import { CircleCheck, CircleDashed } from 'lucide-react'

type Item = { item: string; label: string; description: string; isChecked?: boolean }
type VettingChecklistProps = {
  title: string
  items: readonly Item[]
  /** Says what has been checked, too. */
  hasTicks?: boolean
}

/** What is checked of every mentor. */
export const VettingChecklist = ({ title, items, hasTicks }: VettingChecklistProps) => (
  <section className="mb-7 rounded-lg bg-sunken px-4 py-4 sm:px-5">
    <h2 className="text-lg">{title}</h2>
    <ul className="mt-3 grid grid-cols-1 gap-3">
      {items.map(({ item, label, description, isChecked }) => (
        <li key={item} className="flex gap-3">
          {hasTicks ? <Tick isChecked={isChecked === true} /> : null}
          <div className="min-w-0">
            <p className="text-sm font-semibold">
              {label}
              {hasTicks ? (
                <span className="sr-only">{isChecked ? ': checked' : ': not checked yet'}</span>
              ) : null}
            </p>
            <p className="text-sm text-ink-soft">{description}</p>
          </div>
        </li>
      ))}
    </ul>
  </section>
)

const Tick = ({ isChecked }: { isChecked: boolean }) =>
  isChecked ? (
    <CircleCheck className="mt-0.5 size-5 shrink-0 text-positive" aria-hidden="true" />
  ) : (
    <CircleDashed className="mt-0.5 size-5 shrink-0 text-ink-faint" aria-hidden="true" />
  )
