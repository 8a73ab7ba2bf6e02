import type { InstallationConfig } from '@marga/contract/installation'
import type { Config } from './config.ts'
import { demoLogins } from './demo/demo-logins.ts'

/** What every visitor may know about this installation. */
export function describeInstallation(
  config: Config,
  payments: InstallationConfig['payments'],
  googleSignIn: boolean,
  pushKey: string,
): Omit<InstallationConfig, 'clockAheadMs' | 'contactEmail'> {
  const { cloudinary } = config
  return {
    productName: config.productName,
    googleSignIn,
    payments,
    upload: cloudinary
      ? {
          url: `https://api.cloudinary.com/v1_1/${cloudinary.cloudName}/image/upload`,
          preset: cloudinary.uploadPreset,
        }
      : { url: '/api/uploads/images', preset: 'marga' },
    pushKey,
    socialLinks: config.socialLinks,
    demoLogins: config.isDemo ? demoLogins : null,
  }
}
