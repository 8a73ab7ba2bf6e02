import type { CaseEvidence } from '@marga/contract/case-evidence'
import type { ApplicationStage } from '@marga/contract/vetting'
import { useState } from 'react'
import { useTextDraft } from '../../../lib/use-text-draft.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { type StageMove, useMoveStage } from '../mutations.ts'
import { caseFailure, momentText } from '../rules.ts'
import { movesFrom, stageNames } from '../stage-rules.ts'
import { NewestOnly, Part, Quote } from './part.tsx'

type Application = NonNullable<CaseEvidence['application']>
type ExchangeProps = { application: Application; isExchangeShortened: boolean; isReadOnly: boolean }

/** Where the application stands, what was asked of the applicant, and what they answered. */
export function Exchange({ application, isExchangeShortened, isReadOnly }: ExchangeProps) {
  const { exchange, stage, firstName } = application
  return (
    <Part title="With the applicant" hint={<Badge tone="accent">{stageNames[stage]}</Badge>}>
      {isExchangeShortened ? <NewestOnly count={exchange.length} what="messages" /> : null}
      {exchange.length === 0 ? (
        <p className="text-sm text-ink-soft">Nothing was asked yet.</p>
      ) : (
        exchange.map((said) => (
          <Quote
            key={said.at}
            by={`${said.by === 'applicant' ? firstName : 'We asked'}, ${momentText(said.at)}`}
            text={said.text}
          />
        ))
      )}
      {isReadOnly ? null : <StageForm mentorId={application.mentorId} stage={stage} firstName={firstName} />}
    </Part>
  )
}

type StageFormProps = { mentorId: string; stage: ApplicationStage; firstName: string }

function StageForm({ mentorId, stage, firstName }: StageFormProps) {
  const [text, setText] = useTextDraft('moderator', `stage.${mentorId}`)
  const [error, setError] = useState<string>()
  const moveStage = useMoveStage()
  const move = (to: StageMove['stage']) => {
    if (to !== 'in_review' && text.trim() === '') return setError('Say what you want, or when you meet.')
    setError(undefined)
    moveStage.mutate(
      { mentorId, stage: to, ...(text.trim() ? { text: text.trim() } : {}) },
      { onSuccess: () => setText(''), onError: (failure) => setError(caseFailure(failure)) },
    )
  }
  return (
    <div className="grid grid-cols-1 gap-3 border-t border-line pt-4">
      <Field
        label={`Message to ${firstName}`}
        hint="Shown on their application page, and emailed if their address is confirmed."
        error={error}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={2000}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        {movesFrom(stage).map(({ to, label }) => (
          <Button
            key={to}
            variant="secondary"
            size="sm"
            isLoading={moveStage.isPending && moveStage.variables.stage === to}
            onClick={() => move(to)}
          >
            {label}
          </Button>
        ))}
      </div>
    </div>
  )
}
