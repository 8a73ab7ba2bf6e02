import { Monitor, Moon, Sun } from 'lucide-react'
import { setTheme, type Theme, useTheme } from '../lib/theme.ts'
import { buttonStyle } from '../ui/button-style.ts'

const next = { system: 'light', light: 'dark', dark: 'system' } as const satisfies Record<Theme, Theme>
const icons = { system: Monitor, light: Sun, dark: Moon }
const names = { system: 'match my device', light: 'light', dark: 'dark' }

/** Goes round: as the system, light, dark. */
export function ThemeButton() {
  const theme = useTheme()
  const Icon = icons[theme]
  return (
    <button
      type="button"
      onClick={() => setTheme(next[theme])}
      aria-label={`Colours: ${names[theme]}. Change to ${names[next[theme]]}`}
      title={`Colours: ${names[theme]}`}
      className={buttonStyle({ variant: 'quiet', size: 'iconSm' })}
    >
      <Icon className="size-5" aria-hidden="true" />
    </button>
  )
}
