import { api } from '@marga/contract/api'
import { useMutation } from '@tanstack/react-query'
import { toast } from 'sonner'
import { sendRequest } from '../../../lib/api-client.ts'
import { useReturnToPage } from '../../../lib/use-return-to-page.ts'
import { useStillHere } from '../../../lib/use-still-here.ts'
import { Button } from '../../../ui/button.tsx'

/** To the payment provider's page for cards and invoices; busy until the browser has left. */
export function BillingPortalButton() {
  const portal = useBillingPortal()
  useReturnToPage(portal.reset)
  return (
    <Button
      variant="secondary"
      size="sm"
      isLoading={portal.isPending || portal.data === true}
      onClick={() => portal.mutate()}
    >
      Cards and invoices
    </Button>
  )
}

/** Leads to the payment provider's page for cards and invoices. True: the browser is about to leave. */
function useBillingPortal() {
  const isStillHere = useStillHere()
  return useMutation({
    mutationFn: async () => {
      const { url } = await sendRequest(api.enrollments.billingPortal, {})
      if (!isStillHere()) return false
      window.location.assign(url)
      return true
    },
    onError: (error) => toast.error('The payment page did not open', { description: error.message }),
  })
}
