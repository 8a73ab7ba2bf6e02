import { type ReactNode, useId } from 'react'

type SwitchProps = {
  label: ReactNode
  hint?: ReactNode
  isOn: boolean
  onChange: (isOn: boolean) => void
  isDisabled?: boolean
}

/** Something that takes effect at once; where a form is sent afterwards, use a checkbox. */
export function Switch({ label, hint, isOn, onChange, isDisabled }: SwitchProps) {
  const id = useId()
  return (
    <div className="flex items-center justify-between gap-4">
      <div>
        <label htmlFor={id} className="font-semibold">
          {label}
        </label>
        {hint ? (
          <p id={`${id}-hint`} className="text-sm text-ink-soft">
            {hint}
          </p>
        ) : null}
      </div>
      <button
        type="button"
        role="switch"
        id={id}
        aria-checked={isOn}
        onClick={() => onChange(!isOn)}
        disabled={isDisabled}
        aria-describedby={hint ? `${id}-hint` : undefined}
        className="group inline-flex h-7 w-12 shrink-0 items-center rounded-full border border-line-strong bg-sunken p-0.5 transition-colors disabled:opacity-50 aria-checked:border-positive aria-checked:bg-positive"
      >
        <span className="size-5.5 rounded-full bg-ink-faint transition-transform group-aria-checked:translate-x-5 group-aria-checked:bg-on-positive" />
      </button>
    </div>
  )
}
