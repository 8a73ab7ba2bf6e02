export type IssuerPerson = {
  email: string
  email_verified: boolean
  given_name?: string
  family_name?: string
  name?: string
}
export type IssuerVisitor = IssuerPerson & { sub: string }

/** How the product is known there. */
export const issuerClient: { clientId: string; clientSecret: string }

export type Issuer = {
  url: string
  /** What the product is told to sign in there. */
  env: { GOOGLE_CLIENT_ID: string; GOOGLE_CLIENT_SECRET: string; GOOGLE_ISSUER: string }
  /** The only address that browsers are sent back to, where it was not known from the start. */
  trust(redirectUri: string): void
  /** Makes somebody known under this subject, offered on its page from now on. */
  add(sub: string, person: IssuerPerson): void
  /** From now on nobody is asked: it is this person. */
  visit(next: IssuerVisitor | 'cancels'): void
  /** From now on others than the issuer has signed stand in its ID tokens. */
  forgeTokens(claims: object | undefined): void
  setDown(next: boolean): void
  /** Goes through the provider's pages as a browser would. @returns the address it is sent back to */
  browse(authorizationUrl: string): Promise<string>
  /** The next response stays here. @returns the address that the browser would have been sent to */
  nextResponse(): Promise<string>
  close(): Promise<void>
}

/** A certified OpenID Connect provider on loopback, with a page on which its visitor picks a person, or goes back. */
export function startIssuer(redirectUri?: string): Promise<Issuer>
