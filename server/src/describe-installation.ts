import type { InstallationConfig } from '@marga/contract/installation'
import type { Config } from './config.ts'
import { demoLogins } from './demo/demo-logins.ts'
import type { PaymentGateway } from './platform/payments/payments.ts'
import type { PushSender } from './platform/push/push.ts'

type Outside = { payments: PaymentGateway | undefined; pushSender: Pick<PushSender, 'publicKey'> }

/** What every visitor may know about this installation. */
export function describeInstallation(
  config: Config,
  { payments, pushSender }: Outside,
  isGoogleOffered: boolean,
): Omit<InstallationConfig, 'clockAheadMs' | 'contactEmail'> {
  const { cloudinary } = config
  return {
    productName: config.productName,
    googleSignIn: isGoogleOffered,
    payments: payments?.mode ?? 'none',
    mail: mailModeOf(config),
    upload: cloudinary
      ? {
          url: `https://api.cloudinary.com/v1_1/${cloudinary.cloudName}/image/upload`,
          preset: cloudinary.uploadPreset,
        }
      : { url: '/api/uploads/images', preset: 'marga' },
    pushKey: pushSender.publicKey,
    socialLinks: config.socialLinks,
    demoLogins: config.isDemo ? demoLogins : null,
  }
}

function mailModeOf({ smtp, isDemo }: Config): InstallationConfig['mail'] {
  if (smtp) return 'smtp'
  return isDemo ? 'sandbox' : 'none'
}
