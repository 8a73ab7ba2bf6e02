import { setTheme, type Theme, useTheme } from '../../../lib/theme.ts'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { Section } from './section.tsx'

const themes = [
  { value: 'system', label: 'Match my device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const satisfies readonly { value: Theme; label: string }[]

export function AppearanceSection() {
  const theme = useTheme()
  return (
    <Section id="appearance" title="Appearance" description="Kept in this browser.">
      <RadioCards
        legend="Colours"
        isLegendHidden
        name="theme"
        options={themes}
        value={theme}
        onChange={setTheme}
        isRow
      />
    </Section>
  )
}
