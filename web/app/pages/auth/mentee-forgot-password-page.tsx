import { ForgotPassword } from '../../features/accounts/components/forgot-password.tsx'

export default function MenteeForgotPasswordPage() {
  return <ForgotPassword of="mentee" />
}
