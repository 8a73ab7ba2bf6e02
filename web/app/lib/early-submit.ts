type EarlySubmits = Map<HTMLFormElement, HTMLElement | null>
type Site = typeof globalThis & { __earlySubmits?: EarlySubmits }

/**
 * Holds what is submitted before the page is hydrated, by Enter or by the button: without it the browser would send
 * the form by itself. Runs in the head, before there is a form.
 */
export const earlySubmitScript =
  'globalThis.__earlySubmits=new Map();' +
  'addEventListener("submit",function(e){' +
  'var s=globalThis.__earlySubmits,f=e.target;' +
  'if(s&&!e.defaultPrevented&&f.getAttribute("method")==="post"){e.preventDefault();s.set(f,e.submitter)}' +
  '});'

/** Once the page is hydrated: submits what was held, each form once, with what stands in its fields now. */
export function replayEarlySubmits(): void {
  const site = globalThis as Site
  const held = site.__earlySubmits
  delete site.__earlySubmits
  for (const [form, submitter] of held ?? []) {
    if (form.isConnected) form.requestSubmit(submitter?.isConnected ? submitter : null)
  }
}
