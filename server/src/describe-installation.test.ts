import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { describeInstallation } from './describe-installation.ts'

const smtp = { SMTP_URL: 'smtp://127.0.0.1:1025', MAIL_FROM: 'Marga <hello@marga.example>' }

it.each([
  ['smtp', { ...smtp, DEMO: '0' }],
  ['smtp', { ...smtp, DEMO: '1' }],
  ['sandbox', { DEMO: '1' }],
  ['none', { DEMO: '0' }],
] as const)('says that mail goes by %s with %o', (mail, env) => {
  const config = readConfig(env)
  expect(
    describeInstallation(config, { payments: undefined, pushSender: { publicKey: 'key' } }, false).mail,
  ).toBe(mail)
})
