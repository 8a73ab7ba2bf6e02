import { type VettingCheck, vettingChecklist, vettingItems } from '@marga/contract/vetting'
import { useState } from 'react'
import { LinkedText } from '../../../components/linked-text.tsx'
import { formatShortMoment } from '../../../lib/dates.ts'
import { useTextDraft } from '../../../lib/use-text-draft.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { useCheckItem } from '../mutations.ts'
import { caseFailure } from '../rules.ts'
import { Part } from './part.tsx'

type ChecklistProps = { caseId: string; checks: readonly VettingCheck[]; isReadOnly: boolean }

/** What is checked of every mentor; each tick says what proves it. */
export function Checklist({ caseId, checks, isReadOnly }: ChecklistProps) {
  const done = checks.filter(({ evidence }) => evidence !== null).length
  return (
    <Part title="Checklist" hint={`${done} of ${vettingItems.length} confirmed`}>
      <ul className="grid grid-cols-1 divide-y divide-line">
        {vettingItems.map((item) => (
          <ChecklistItem
            key={item}
            caseId={caseId}
            check={
              checks.find((check) => check.item === item) ?? {
                item,
                evidence: null,
                checkedBy: null,
                checkedAt: null,
              }
            }
            isReadOnly={isReadOnly}
          />
        ))}
      </ul>
    </Part>
  )
}

type ChecklistItemProps = { caseId: string; check: VettingCheck; isReadOnly: boolean }

function ChecklistItem({ caseId, check, isReadOnly }: ChecklistItemProps) {
  const { label, description } = vettingChecklist[check.item]
  const [isAsking, setIsAsking] = useState(false)
  const checkItem = useCheckItem(caseId)
  const isChecked = check.evidence !== null
  const change = () => {
    if (isChecked) checkItem.mutate({ item: check.item, evidence: null })
    else setIsAsking(!isAsking)
  }
  return (
    <li className="grid grid-cols-1 gap-2 py-3 first:pt-0 last:pb-0">
      <Checkbox
        label={
          <>
            <span className="block font-semibold">{label}</span>
            <span className="block text-sm text-ink-soft">{description}</span>
          </>
        }
        checked={isChecked || isAsking}
        disabled={isReadOnly || checkItem.isPending}
        onChange={change}
      />
      {check.evidence !== null ? (
        <p className="ml-8 text-sm text-ink-soft wrap-anywhere">
          <LinkedText>{check.evidence}</LinkedText>
          <span className="block text-ink-faint">
            {check.checkedBy ?? 'A moderator whose account is gone'}
            {check.checkedAt ? `, ${formatShortMoment(check.checkedAt)}` : ''}
          </span>
        </p>
      ) : isAsking ? (
        <ProofForm caseId={caseId} item={check.item} onDone={() => setIsAsking(false)} />
      ) : null}
    </li>
  )
}

type ProofFormProps = { caseId: string; item: VettingCheck['item']; onDone: () => void }

function ProofForm({ caseId, item, onDone }: ProofFormProps) {
  const [text, setText] = useTextDraft('moderator', `check.${caseId}.${item}`)
  const [error, setError] = useState<string>()
  const checkItem = useCheckItem(caseId)
  const send = () => {
    if (text.trim() === '') return setError('Say what proves it.')
    checkItem.mutate(
      { item, evidence: text.trim() },
      {
        onSuccess: () => {
          setText('')
          onDone()
        },
        onError: (failure) => setError(caseFailure(failure)),
      },
    )
  }
  return (
    <form
      method="post"
      noValidate
      className="ml-8 flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <Field
        label={`What proves “${vettingChecklist[item].label}”`}
        error={error}
        className="min-w-0 flex-1 basis-48"
        isRequired
      >
        {(control) => (
          <Input
            {...control}
            autoFocus
            maxLength={1000}
            placeholder="A link or a sentence"
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="secondary" isLoading={checkItem.isPending}>
        Confirm
      </Button>
    </form>
  )
}
