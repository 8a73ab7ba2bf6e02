import { useState } from 'react'
import { areShortcutsOn, turnShortcuts } from '../lib/shortcuts-setting.ts'
import { Checkbox } from '../ui/checkbox.tsx'

/** Speech input and screen readers may send single letters: who works with them turns the shortcuts off. */
export function ShortcutsSwitch() {
  const [isOn, setIsOn] = useState(areShortcutsOn)
  return (
    <Checkbox
      className="mt-5 border-t border-line pt-4"
      label="Use single keys as shortcuts in this browser"
      checked={isOn}
      onChange={(event) => {
        turnShortcuts(event.currentTarget.checked)
        setIsOn(event.currentTarget.checked)
      }}
    />
  )
}
