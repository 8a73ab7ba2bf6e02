import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { PageMeta } from '../../components/page-meta.tsx'
import { AuthCard } from '../../features/accounts/components/auth-card.tsx'
import { useInstallation } from '../../lib/installation.ts'
import { paths } from '../../lib/paths.ts'
import { buttonStyle } from '../../ui/button-style.ts'

export default function RegistrationSuccessPage() {
  const { config } = useInstallation()
  return (
    <AuthCard productName={config.productName} title="You are registered">
      <PageMeta title="You are registered" description="We have received your registration." />
      <p className="flex gap-3">
        <Check className="mt-0.5 size-6 shrink-0 text-positive-ink" aria-hidden="true" />
        <span>
          As a mentee you can sign in right away. As a mentor, confirm your email address: we write to it when
          your application is decided.
        </span>
      </p>
      <div className="mt-7 flex flex-wrap gap-3">
        <Link to={paths.auth.login.getHref('mentees')} className={buttonStyle()}>
          Go to sign-in
        </Link>
        <Link to={paths.home.getHref()} className={buttonStyle({ variant: 'secondary' })}>
          Home Page
        </Link>
      </div>
    </AuthCard>
  )
}
