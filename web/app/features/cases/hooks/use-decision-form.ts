import type { CaseEvidence } from '@marga/contract/case-evidence'
import { decisionReasonCodes, type OutcomeKind } from '@marga/contract/case-states'
import type { ModerationCase } from '@marga/contract/moderation-case'
import type { DecisionForm } from '@marga/contract/outcomes'
import { useRef, useState } from 'react'
import { toast } from 'sonner'
import { ApiError } from '../../../lib/api-client.ts'
import { readDraft, storeDraft } from '../../../lib/drafts.ts'
import { useLogin } from '../../../lib/guards.ts'
import {
  type DecisionValues,
  decisionOf,
  emptyDecision,
  fieldsOf,
  problemsOf,
  readStored,
  withOutcome,
} from '../decision-rules.ts'
import { useDecideCase } from '../mutations.ts'
import { choicesOf, needsSummary } from '../outcome-rules.ts'
import { caseFailure } from '../rules.ts'

/** What the contract's schema says against it, by path; nothing where the schema cannot be fetched: the server checks, too. */
async function complaintsAbout(form: DecisionForm): Promise<Record<string, string>> {
  try {
    const [{ decisionForm }, { fieldErrors }] = await Promise.all([
      import('@marga/contract/outcomes'),
      import('@marga/contract/errors'),
    ])
    const result = decisionForm.safeParse(form)
    return result.success ? {} : fieldErrors(result.error)
  } catch {
    return {}
  }
}

/** The decision that is being written: it outlives a failure, the page and a reload. */
function useDecisionValues(decided: ModerationCase, offered: readonly OutcomeKind[]) {
  const { userId } = useLogin('moderator')
  const owner = { role: 'moderator', userId } as const
  const about = `case.${decided._id}`
  const [values, setValues] = useState<DecisionValues>(() =>
    readStored(readDraft(owner, about), decided, offered, decisionReasonCodes),
  )
  const set = (next: DecisionValues) => {
    setValues(next)
    storeDraft(owner, about, JSON.stringify(next))
  }
  const clear = () => {
    setValues(emptyDecision)
    storeDraft(owner, about, '')
  }
  return { values, set, clear }
}

/** The schema may be on its way when the button is pressed again: what is decided twice is said to be decided already. */
function useOnceAtATime(act: () => Promise<void>) {
  const isActing = useRef(false)
  return () => {
    if (isActing.current) return
    isActing.current = true
    void act().finally(() => {
      isActing.current = false
    })
  }
}

export function useDecisionForm(decided: ModerationCase, evidence: CaseEvidence) {
  const choices = choicesOf(decided, evidence)
  const draft = useDecisionValues(
    decided,
    choices.map(({ kind }) => kind),
  )
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [summary, setSummary] = useState<DecisionForm | null>(null)
  const decide = useDecideCase(decided._id)
  const { values } = draft

  // Awaited: the decided case takes the form's place before a mutation would call it back.
  const send = (form: DecisionForm) =>
    decide.mutateAsync(form).then(draft.clear, (error: Error) => {
      setSummary(null)
      const code = error instanceof ApiError ? error.code : null
      if (code === 'needs_second') {
        draft.clear()
        toast.message('Proposed', { description: caseFailure(error) })
      } else if (code === 'already_decided') toast.error(caseFailure(error))
      else setErrors(failureFields(error, values.outcomes))
    })

  const submit = async () => {
    const form = decisionOf(values, decided)
    const complaints = fieldsOf(await complaintsAbout(form), values.outcomes)
    const problems = { ...problemsOf(values, evidence), ...complaints }
    setErrors(problems)
    if (Object.keys(problems).length > 0) return
    if (needsSummary(values.outcomes)) setSummary(form)
    else await send(form)
  }
  const change = (next: Partial<DecisionValues>) => draft.set({ ...values, ...next })
  return {
    choices,
    values,
    errors,
    summary,
    isSending: decide.isPending,
    change,
    toggle: (outcome: OutcomeKind) => draft.set(withOutcome(values, outcome, decided)),
    submit: useOnceAtATime(submit),
    confirm: () => summary && void send(summary),
    closeSummary: () => setSummary(null),
  }
}
export type DecisionFormState = ReturnType<typeof useDecisionForm>

/** What the server refused, at its fields; the rest under the form. */
function failureFields(error: Error, outcomes: readonly OutcomeKind[]): Record<string, string> {
  const fields = error instanceof ApiError ? fieldsOf(error.fields, outcomes) : {}
  return Object.keys(fields).length > 0 ? fields : { form: caseFailure(error) }
}
