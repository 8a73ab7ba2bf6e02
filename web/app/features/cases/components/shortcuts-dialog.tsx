import { ShortcutsSwitch } from '../../../components/shortcuts-switch.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import type { ShortcutHelp } from '../shortcuts.ts'

type ShortcutsDialogProps = { shortcuts: ShortcutHelp; onClose: () => void }

/** Which keys do what on this page, and the switch that turns them off. */
export function ShortcutsDialog({ shortcuts, onClose }: ShortcutsDialogProps) {
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
      <ShortcutsSwitch />
    </Dialog>
  )
}
