import { Link } from 'react-router'
import { paths } from '../lib/paths.ts'
import { Field } from '../ui/field.tsx'
import { Textarea } from '../ui/textarea.tsx'

type ModeratorNoteFieldProps = { note: string; onChange: (note: string) => void }

/** Why a moderator does something, for the other moderators. */
export const ModeratorNoteField = ({ note, onChange }: ModeratorNoteFieldProps) => (
  <Field
    label="Note (optional)"
    hint={
      <>
        Kept in the {/* Elsewhere: what is being written here stays. */}
        <Link to={paths.moderator.auditLog.getHref()} target="_blank" className="link">
          log of what moderators did
        </Link>
        .
      </>
    }
  >
    {(control) => (
      <Textarea
        {...control}
        rows={2}
        maxLength={2000}
        value={note}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )}
  </Field>
)
