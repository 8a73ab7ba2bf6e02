import { Button } from '../../../ui/button.tsx'
import { useBillingPortal } from '../mutations.ts'

/** To the payment provider's page for cards and invoices; busy until the browser has left. */
export function BillingPortalButton() {
  const portal = useBillingPortal()
  return (
    <Button
      variant="secondary"
      size="sm"
      isLoading={portal.isPending || portal.isSuccess}
      onClick={() => portal.mutate()}
    >
      Cards and invoices
    </Button>
  )
}
