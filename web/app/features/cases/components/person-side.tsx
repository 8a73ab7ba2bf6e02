import type { CasePerson } from '@marga/contract/moderation-case'
import type { DossierList } from '@marga/contract/user-dossiers'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { dossierHref } from '../../../lib/dossier-href.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ErrorState } from '../../../ui/error-state.tsx'
import { SkeletonText } from '../../../ui/skeleton.tsx'
import { isShortened, personStatus } from '../history-rules.ts'
import { dossierQuery } from '../queries.ts'
import { fullName, partNames } from '../rules.ts'
import { Part } from './part.tsx'
import { Cases, Enrollments, Notes, Sanctions, Sessions } from './person-lines.tsx'

type PersonSideProps = { person: CasePerson; exceptCaseId: string; now: Date }

/** What is known of one of the two: the gravest first. */
export function PersonSide({ person, exceptCaseId, now }: PersonSideProps) {
  const { data, error, refetch, isFetching } = useQuery(dossierQuery(person.role, person._id))
  const inside = (list: DossierList) => ({ isInside: true, isShortened: isShortened(data ?? {}, list) })
  return (
    <Part
      title={fullName(person)}
      hint={
        <Link to={dossierHref(person)} className="link">
          {`All of ${person.firstName}`}
        </Link>
      }
      className="wrap-anywhere"
    >
      {data ? (
        <>
          <p className="flex flex-wrap gap-2">
            <Badge>{`${partNames[person.part]}, ${person.role}`}</Badge>
            {personStatus(data.person).map(({ label, tone }) => (
              <Badge key={label} tone={tone}>
                {label}
              </Badge>
            ))}
          </p>
          <Sanctions {...inside('sanctions')} sanctions={data.sanctions} />
          <Cases
            {...inside('cases')}
            now={now}
            cases={data.cases.filter(({ _id }) => _id !== exceptCaseId)}
          />
          <Sessions {...inside('sessions')} of={person.role} sessions={data.sessions} />
          <Enrollments {...inside('enrollments')} of={person.role} enrollments={data.enrollments} />
          <Notes {...inside('notes')} notes={data.notes} />
        </>
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} isRetrying={isFetching} />
      ) : (
        <SkeletonText lines={6} />
      )}
    </Part>
  )
}
