import { dangersOfDemo, isLiveKey, isPublicAddress, saysTlsItself } from './config-dangers.ts'
import { type Environment, isDemo } from './config-environment.ts'
import { isKeyPair } from './platform/push/vapid-keys.ts'
import { processesMax } from './web-processes.rules.ts'

const isLoopback = (hostname: string) => ['localhost', '127.0.0.1', '[::1]'].includes(hostname)

/** Variables that are fine by themselves, and not together; a line each. */
export function contradictions(env: Environment): string[] {
  const problems: string[] = []
  if (env.DATABASE_URL && !env.TOKEN_SECRET) {
    problems.push('TOKEN_SECRET: must be given when DATABASE_URL is (all processes need the same one)')
  }
  if (env.REDIS_URL && !env.DATABASE_URL) {
    problems.push('REDIS_URL: is of no use without DATABASE_URL (the embedded database serves one process)')
  }
  if (!env.DATABASE_URL && Number(env.PROCESSES) > processesMax) {
    problems.push(
      `PROCESSES: more than ${processesMax} want more connections than the embedded database has; with DATABASE_URL they get them from a PostgreSQL of yours`,
    )
  }
  // The address alone is what is left once the password was removed after the first sign-in.
  if (env.MODERATOR_PASSWORD && !env.MODERATOR_EMAIL) {
    problems.push('MODERATOR_PASSWORD: is of no use without MODERATOR_EMAIL')
  }
  problems.push(...contradictionsOfMail(env))
  problems.push(...dangersOfDemo({ ...env, isDemo: isDemo(env) }))
  if (Boolean(env.GOOGLE_CLIENT_ID) !== Boolean(env.GOOGLE_CLIENT_SECRET)) {
    problems.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET: give both or none')
  }
  if (Boolean(env.VAPID_PUBLIC_KEY) !== Boolean(env.VAPID_PRIVATE_KEY)) {
    problems.push('VAPID_PUBLIC_KEY and VAPID_PRIVATE_KEY: give both or none')
  }
  const { VAPID_PUBLIC_KEY: publicKey, VAPID_PRIVATE_KEY: privateKey } = env
  if (publicKey && privateKey && !isKeyPair({ publicKey, privateKey })) {
    problems.push(
      'VAPID_PUBLIC_KEY does not belong to VAPID_PRIVATE_KEY: every notice would be refused, and the device of whoever it is for forgotten',
    )
  }
  if (env.TURN_URLS.length > 0 !== Boolean(env.TURN_SECRET)) {
    problems.push('TURN_URLS and TURN_SECRET: give both or none')
  }
  problems.push(...contradictionsOfStripe(env))
  const issuer = new URL(env.GOOGLE_ISSUER)
  if (issuer.protocol !== 'https:' && !isLoopback(issuer.hostname)) {
    problems.push('GOOGLE_ISSUER: must begin with https://')
  }
  const s3 = [env.S3_ENDPOINT, env.S3_BUCKET, env.S3_ACCESS_KEY_ID, env.S3_SECRET_ACCESS_KEY]
  if (s3.some(Boolean) && !s3.every(Boolean)) {
    problems.push('S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY: give all or none')
  }
  if (Boolean(env.CLOUDINARY_CLOUD_NAME) !== Boolean(env.CLOUDINARY_UPLOAD_PRESET)) {
    problems.push('CLOUDINARY_CLOUD_NAME and CLOUDINARY_UPLOAD_PRESET: give both or none')
  }
  return problems
}

function contradictionsOfMail(env: Environment): string[] {
  const problems: string[] = []
  if (Boolean(env.SMTP_URL) !== Boolean(env.MAIL_FROM)) {
    problems.push('SMTP_URL and MAIL_FROM: give both or none')
  }
  if (env.SMTP_URL && saysTlsItself(env.SMTP_URL)) {
    problems.push('SMTP_URL: says itself whether it uses TLS; that is for SMTP_TLS to say')
  }
  // Beside a mail server of one's own network the start only warns: that is how one tries it out.
  if (env.SMTP_URL && !env.PUBLIC_URL && isPublicAddress(env.SMTP_URL)) {
    problems.push(
      'PUBLIC_URL: must be given when SMTP_URL leads outside (mails would send people to http://localhost)',
    )
  }
  return problems
}

function contradictionsOfStripe(env: Environment): string[] {
  const problems: string[] = []
  if (Boolean(env.STRIPE_SECRET_KEY) !== Boolean(env.STRIPE_WEBHOOK_SECRET)) {
    problems.push(
      'STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET: give both or none (without its events payments would be missed)',
    )
  }
  if (!env.PUBLIC_URL && isLiveKey(env.STRIPE_SECRET_KEY)) {
    problems.push(
      'PUBLIC_URL: must be given when STRIPE_SECRET_KEY is live (who has paid would come back to http://localhost)',
    )
  }
  if (env.STRIPE_PUBLISHABLE_KEY && !env.STRIPE_SECRET_KEY) {
    problems.push('STRIPE_PUBLISHABLE_KEY: is of no use without STRIPE_SECRET_KEY')
  }
  if (
    env.STRIPE_PUBLISHABLE_KEY &&
    env.STRIPE_SECRET_KEY &&
    env.STRIPE_PUBLISHABLE_KEY.split('_')[1] !== env.STRIPE_SECRET_KEY.split('_')[1]
  ) {
    problems.push('STRIPE_SECRET_KEY and STRIPE_PUBLISHABLE_KEY: one is for tests, the other is live')
  }
  return problems
}
