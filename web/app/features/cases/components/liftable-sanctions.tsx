import type { Sanction } from '@marga/contract/sanctions'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { LiftDialog } from './lift-dialog.tsx'
import { Sanctions } from './person-lines.tsx'

type LiftableSanctionsProps = { sanctions: readonly Sanction[]; isShortened: boolean }

/** What was done to a person; what stands can be lifted. */
export function LiftableSanctions({ sanctions, isShortened }: LiftableSanctionsProps) {
  const [lifting, setLifting] = useState<Sanction | null>(null)
  return (
    <>
      <Sanctions
        sanctions={sanctions}
        isShortened={isShortened}
        actionOf={(sanction) =>
          sanction.canBeLifted ? (
            <Button variant="secondary" size="sm" onClick={() => setLifting(sanction)}>
              Lift
            </Button>
          ) : null
        }
      />
      {lifting ? <LiftDialog sanction={lifting} onClose={() => setLifting(null)} /> : null}
    </>
  )
}
