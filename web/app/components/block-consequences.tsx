import { api } from '@marga/contract/api'
import type { MemberRole } from '@marga/contract/roles'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { sendRequest } from '../lib/api-client.ts'
import { dossierHref } from '../lib/dossier-href.ts'
import { blockTexts, openTicketsText } from './block-consequences-texts.ts'

type BlockConsequencesProps = {
  of: MemberRole
  personId: string
  /** Whether the caller itself says what becomes of the open tickets. */
  isTicketsElsewhere?: boolean
}

const effectsQuery = (role: MemberRole, personId: string) =>
  queryOptions({
    queryKey: ['moderation', 'block-effects', personId] as const,
    queryFn: async ({ signal }) => {
      const { effects } = await (role === 'mentee'
        ? sendRequest(api.moderation.menteeBlockEffects, { params: { menteeId: personId } }, { signal })
        : sendRequest(api.moderation.mentorBlockEffects, { params: { mentorId: personId } }, { signal }))
      return effects
    },
    // A number of a minute ago is a wrong number.
    staleTime: 0,
    gcTime: 0,
    throwOnError: false,
  })

/** What a block would do, with the numbers of this moment; without them when they cannot be had. */
export function BlockConsequences({ of: role, personId, isTicketsElsewhere }: BlockConsequencesProps) {
  const { data: effects, isPending } = useQuery(effectsQuery(role, personId))
  const tickets = isTicketsElsewhere ? undefined : openTicketsText(effects)
  return (
    <ul aria-busy={isPending} className="mb-5 grid list-disc gap-1.5 pl-5 text-sm text-ink-soft">
      {blockTexts(role, effects).map((words) => (
        <li key={words}>{words}</li>
      ))}
      {tickets ? (
        <li>
          {tickets}{' '}
          <Link to={dossierHref({ _id: personId, role })} className="link">
            See them
          </Link>
        </li>
      ) : null}
    </ul>
  )
}
