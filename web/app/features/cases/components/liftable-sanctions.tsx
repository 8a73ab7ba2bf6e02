import type { Sanction } from '@marga/contract/sanctions'
import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { LiftDialog } from './lift-dialog.tsx'
import { Sanctions } from './person-lines.tsx'

/** What was done to a person; what stands can be lifted. */
export function LiftableSanctions({ sanctions }: { sanctions: readonly Sanction[] }) {
  const [lifting, setLifting] = useState<Sanction | null>(null)
  return (
    <>
      <Sanctions
        sanctions={sanctions}
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
