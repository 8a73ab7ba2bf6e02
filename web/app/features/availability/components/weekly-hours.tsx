import type { Availability } from '@marga/contract/availability'
import type { Slot } from '@marga/contract/slots'
import type { Day } from '@marga/contract/wall-clock'
import { useQuery } from '@tanstack/react-query'
import {
  type Dispatch,
  type FormEvent,
  type ReactNode,
  type SetStateAction,
  useEffect,
  useId,
  useMemo,
  useRef,
} from 'react'
import { NotKept } from '../../../components/not-kept.tsx'
import { currentTime } from '../../../lib/clock.ts'
import { dayKey } from '../../../lib/dates.ts'
import { isOutOfReach } from '../../../lib/out-of-reach.ts'
import { ErrorState } from '../../../ui/error-state.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useSaving } from '../hooks/use-saving.ts'
import {
  draftOf,
  type HoursDraft,
  type HoursEdit,
  isSameDraft,
  overSaved,
  summaryOf,
} from '../hours-rules.ts'
import { availabilityQuery } from '../queries.ts'
import { errorsIn, type Refusal, refusalText } from '../refusal.ts'
import { BusyFeeds } from './busy-feeds.tsx'
import { ConflictNotice } from './conflict-notice.tsx'
import { ConflictsDialog } from './conflicts-dialog.tsx'
import { SaveBar } from './save-bar.tsx'
import { PlaceFields, SessionFields } from './session-fields.tsx'
import { SingleDays } from './single-days.tsx'
import { WeekFields } from './week-fields.tsx'
import { ZoneMove } from './zone-move.tsx'

type WeeklyHoursProps = {
  mentorId: string
  zones: { ofBrowser: string; ofAccount: string }
  /** What is not saved yet; it stays while the calendar is looked at. Null: nothing was changed. */
  edit: HoursEdit | null
  onEdit: Dispatch<SetStateAction<HoursEdit | null>>
  slotHref: (slotId: string) => string
  /** Where time away is announced, in days of that zone. */
  timeAway: (timeZone: string) => ReactNode
}

/** When a mentor can be had: hours of each week, their exceptions, limits, places and other calendars. */
export function WeeklyHours({ mentorId, ...rest }: WeeklyHoursProps) {
  const { data, error, isFetching, refetch } = useQuery(availabilityQuery(mentorId))
  if (data)
    return <LoadedHours mentorId={mentorId} saved={data.availability} conflicts={data.conflicts} {...rest} />
  const retry = () => void refetch()
  if (isOutOfReach(error)) return <NotKept what="Weekly hours" isRetrying={isFetching} onRetry={retry} />
  return error ? (
    <ErrorState message={error.message} onRetry={retry} isRetrying={isFetching} />
  ) : (
    <HoursSkeleton />
  )
}

type LoadedHoursProps = WeeklyHoursProps & { saved: Availability; conflicts: readonly Slot[] }

function LoadedHours(props: LoadedHoursProps) {
  const { mentorId, saved, conflicts, zones, edit, onEdit, slotHref, timeAway } = props
  const formId = useId()
  const { today, shown, change, leaveOutSaved } = useHoursEdit(saved, edit, onEdit)
  const saving = useSaving({ mentorId, onSaved: leaveOutSaved })
  const { refusal } = saving
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid gap-3">
        <p className="font-display text-xl" aria-live="polite">
          {summaryOf(shown)}
        </p>
        <ZoneMove timeZone={shown.timeZone} {...zones} onMove={(timeZone) => change({ timeZone })} />
        <ConflictNotice conflicts={conflicts} slotHref={slotHref} />
      </div>
      <HoursForm
        id={formId}
        draft={shown}
        today={today}
        refusal={saving.refusal}
        isSaving={saving.isSaving}
        onChange={change}
        onSubmit={() => saving.begin(shown)}
      />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <BusyFeeds />
        {timeAway(saved.timeZone)}
      </div>
      {edit ? (
        <SaveBar
          form={formId}
          failure={refusal && refusalText(refusal)}
          isSaving={saving.isSaving}
          onDiscard={() => {
            saving.forget()
            onEdit(null)
          }}
        />
      ) : null}
      <ConflictsDialog
        isOpen={saving.isAsking}
        conflicts={saving.conflicts}
        isSaving={saving.isSaving}
        onSave={() => saving.confirm(shown)}
        onBack={saving.goBack}
      />
    </div>
  )
}

/** What is shown is what was changed, over what is saved by now. */
function useHoursEdit(saved: Availability, edit: HoursEdit | null, onEdit: WeeklyHoursProps['onEdit']) {
  const today = dayKey(currentTime(), saved.timeZone)
  const before = useMemo(() => draftOf(saved, today), [saved, today])
  const shown = useMemo(() => (edit ? overSaved(edit, before) : before), [edit, before])
  return {
    today,
    shown,
    change(changed: Partial<HoursDraft>) {
      const draft = { ...shown, ...changed }
      onEdit(isSameDraft(draft, before) ? null : { draft, base: before })
    },
    /** What was changed since, the zone say, is not saved yet. */
    leaveOutSaved(savedNow: Availability) {
      const after = draftOf(savedNow, today)
      onEdit((now) => (now && isSameDraft(overSaved(now, after), after) ? null : now))
    },
  }
}

type HoursFormProps = {
  id: string
  draft: HoursDraft
  /** Of the hours' zone. */
  today: Day
  refusal: Refusal | null
  isSaving: boolean
  onChange: (changed: Partial<HoursDraft>) => void
  onSubmit: () => void
}

/** All that is saved at once. */
function HoursForm({ id, draft, today, refusal, isSaving, onChange, onSubmit }: HoursFormProps) {
  const errorAt = errorsIn(refusal, draft)
  const form = useFirstRefused(refusal)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form ref={form} id={id} method="post" noValidate onSubmit={submit}>
      <fieldset
        disabled={isSaving}
        className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]"
      >
        <div className="grid grid-cols-1 gap-6">
          <WeekFields weekly={draft.weekly} errorAt={errorAt} onChange={(weekly) => onChange({ weekly })} />
          <SingleDays
            draft={draft}
            today={today}
            errorAt={errorAt}
            onChange={(overrides) => onChange({ overrides })}
          />
        </div>
        <div className="grid grid-cols-1 gap-6">
          <SessionFields draft={draft} errorAt={errorAt} onChange={onChange} />
          <PlaceFields draft={draft} errorAt={errorAt} onChange={onChange} />
        </div>
      </fieldset>
    </form>
  )
}

/** What was refused gets the focus, once the fields are free again. */
function useFirstRefused(refusal: object | null) {
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (refusal) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [refusal])
  return form
}

const HoursSkeleton = () => (
  <div className="grid gap-6">
    <Skeleton className="h-7 w-80 max-w-full" />
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
      <Skeleton className="h-144 rounded-lg" />
      <Skeleton className="h-112 rounded-lg" />
    </div>
  </div>
)
