import { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import { roles } from './roles.ts'

export const installationConfig = z.object({
  productName: z.string(),
  googleSignIn: z.boolean(),
  payments: z.enum(['stripe', 'sandbox', 'none']),
  /** Where mail goes: out, to the demo's outbox, or nowhere, whatever the pages say of it. */
  mail: z.enum(['smtp', 'sandbox', 'none']),
  upload: z.object({ url: z.string(), preset: z.string() }),
  pushKey: z.string().nullable(),
  /** For people who cannot sign in; null where the operator names none. */
  contactEmail: z.string().nullable(),
  socialLinks: z.object({
    instagram: z.string(),
    facebook: z.string(),
    linkedin: z.string(),
    twitter: z.string(),
  }),
  /** How far a demo's clock was moved forward; 0 where it is the real one. */
  clockAheadMs: z.int().min(0),
  demoLogins: z
    .array(z.object({ role: z.enum(roles), email: z.string(), password: z.string(), note: z.string() }))
    .nullable(),
})
export type InstallationConfig = z.infer<typeof installationConfig>

/** All that the client needs to know of the installation. */
export const installation = {
  config: defineEndpoint({
    method: 'GET',
    path: '/api/config',
    access: 'public',
    summary: 'What this installation offers',
    response: installationConfig,
  }),
}
