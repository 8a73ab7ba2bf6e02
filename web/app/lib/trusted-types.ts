type Policy = { createHTML(text: string): string; createScriptURL(text: string): string }
type TrustedTypes = { createPolicy(name: 'default', policy: Policy): unknown }

/** React makes its script elements out of exactly this. */
const emptyScript = '<script></script>'

/**
 * What the content security policy lets through when text is to become markup or a script's address:
 * React's own empty script, text that holds no `<` and so makes no element (structured data, the first
 * script), and scripts of this site. Anything else throws where the browser knows trusted types.
 */
export function setTrustedTypes(): void {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  trustedTypes?.createPolicy('default', {
    createHTML(text) {
      if (text === emptyScript || !text.includes('<')) return text
      throw new TypeError('Markup is never made out of text here.')
    },
    createScriptURL(text) {
      if (new URL(text, location.href).origin === location.origin) return text
      throw new TypeError('Scripts come from this site only.')
    },
  })
}

/**
 * Runs before any module: zod tries otherwise, with its first schema, whether it may make functions
 * out of text, and the browser reports that as a breach of the policy.
 */
export const noEvalScript = 'globalThis.__zod_globalConfig={jitless:true};'
