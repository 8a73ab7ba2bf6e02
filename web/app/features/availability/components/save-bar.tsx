import { Button } from '../../../ui/button.tsx'

type SaveBarProps = { form: string; failure: string | null; isSaving: boolean; onDiscard: () => void }

/** Stays in sight, over the navigation of a telephone, while something is not saved. */
export const SaveBar = ({ form, failure, isSaving, onDiscard }: SaveBarProps) => (
  <div
    data-save-bar
    className="sticky bottom-18 z-20 grid gap-3 rounded-lg border border-line-strong bg-raised p-3 shadow-float md:bottom-4"
  >
    {failure ? (
      <p role="alert" className="rounded-md bg-danger-soft px-4 py-2.5 text-sm text-danger-ink">
        {failure}
      </p>
    ) : null}
    <div className="flex items-center gap-3">
      <p role="status" className="min-w-0 flex-1 pl-1 text-sm text-ink-soft">
        Not saved yet
      </p>
      <Button variant="quiet" disabled={isSaving} onClick={onDiscard}>
        Discard
      </Button>
      <Button type="submit" form={form} isLoading={isSaving} aria-label="Save hours">
        Save
      </Button>
    </div>
  </div>
)
