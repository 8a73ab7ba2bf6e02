import { useState } from 'react'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { areShortcutsOn, type ShortcutHelp, turnShortcuts } from '../shortcuts.ts'

type ShortcutsDialogProps = { shortcuts: ShortcutHelp; onClose: () => void }

/** Which keys do what on this page, and the switch that turns them off. */
export function ShortcutsDialog({ shortcuts, onClose }: ShortcutsDialogProps) {
  const [isOn, setIsOn] = useState(areShortcutsOn)
  return (
    <Dialog isOpen onOpenChange={(isOpen) => !isOpen && onClose()} title="Keys of this page">
      <dl className="grid gap-2">
        {shortcuts.map(([keys, what]) => (
          <div key={keys} className="flex items-baseline gap-4">
            <dt className="w-32 shrink-0">
              <kbd className="rounded-sm bg-sunken px-2 py-1 text-sm">{keys}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Checkbox
        className="mt-5 border-t border-line pt-4"
        label="Use single keys as shortcuts in this browser"
        checked={isOn}
        onChange={(event) => {
          turnShortcuts(event.currentTarget.checked)
          setIsOn(event.currentTarget.checked)
        }}
      />
    </Dialog>
  )
}
