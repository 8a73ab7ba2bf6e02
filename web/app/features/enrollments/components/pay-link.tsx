/** To the provider's page of an open payment; nothing while there is none. */
export function PayLink({ href }: { href: string | null }) {
  if (!href) return null
  return (
    <a href={href} className="font-semibold underline underline-offset-4">
      Pay or confirm
    </a>
  )
}
