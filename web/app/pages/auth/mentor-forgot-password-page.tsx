import { ForgotPassword } from '../../features/accounts/components/forgot-password.tsx'

export default function MentorForgotPasswordPage() {
  return <ForgotPassword of="mentor" />
}
