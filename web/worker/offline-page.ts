import { limits } from '@marga/contract/limits'
import { shellPaths } from '../app/lib/offline/offline-caches.ts'
import { signedOutUntold } from '../app/lib/offline/offline-shell.ts'
import { themeScript } from '../app/lib/theme-script.ts'
import { findHeld } from './release-cache.ts'

/** What the held pages are called in the product; both roles may be signed in within one browser. */
const labels = {
  [shellPaths.mentee[0]]: 'Inbox, as a mentee',
  [shellPaths.mentee[1]]: 'Booked slots',
  [shellPaths.mentor[0]]: 'Inbox, as a mentor',
  [shellPaths.mentor[1]]: 'Scheduler',
} as const

/**
 * Instead of the browser's own page where nothing comes back and the page is not held: what can be opened, and after
 * a sign-out what has become of it. Written here, since a sign-out deletes all that is kept.
 */
export async function writeOfflinePage(): Promise<Response> {
  const held = await Promise.all(
    Object.entries(labels).map(async ([path, label]) => ((await findHeld(path)) ? { path, label } : null)),
  )
  const nonce = crypto.randomUUID()
  return new Response(
    draw(
      nonce,
      held.filter((page) => page !== null),
    ),
    {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'; base-uri 'none'`,
        'cache-control': 'no-store',
      },
    },
  )
}

const whyNot = () =>
  navigator.onLine
    ? { title: 'The server cannot be reached', text: 'Your device has a connection, but nothing came back. ' }
    : { title: 'You are offline', text: '' }

type HeldPage = { path: string; label: string }

function draw(nonce: string, held: readonly HeldPage[]): string {
  const { title, text } = whyNot()
  const links = held.map(({ path, label }) => `<li><a href="${path}">${label}</a></li>`).join('')
  const kept = held.length > 0 ? `<p>These pages are kept:</p><ul>${links}</ul>` : ''
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><style nonce="${nonce}">${style}</style><script nonce="${nonce}">${themeScript}</script></head>
<body><main>
<section id="${signedOutUntold.slice(1)}"><h1>You are signed out on this device</h1>
<p>Your messages, bookings and drafts are no longer kept here. Messages that were still waiting were not sent.</p>
<p>The server could not be told. Nothing here can use the session now, and it ends automatically within ${limits.sessionIdleDays} days. To end it at once, sign in on any device and look in the settings under “Where you are signed in”.</p></section>
<section class="reason"><h1>${title}</h1><p>${text}This page is not kept on this device. It opens when the connection is back.</p>${kept}</section>
<p><a class="again" href="">Try again</a></p>
</main><script nonce="${nonce}">${reloadScript}</script></body></html>`
}

/** A line that has just come may be gone again, and a page that is being left is not to be opened once more. */
const reloadScript =
  'var t,l;addEventListener("online",function(){clearTimeout(t);t=setTimeout(function(){if(!l&&navigator.onLine)location.reload()},500)});' +
  'addEventListener("beforeunload",function(){l=1;clearTimeout(t)})'

/** The colours of web/app/styles/tokens.css. */
const style = `
:root{color-scheme:light dark}
:root[data-theme=light]{color-scheme:light}:root[data-theme=dark]{color-scheme:dark}
body{margin:0;background:light-dark(#faf6ee,#16140f);color:light-dark(#211c14,#f4eee1);font:1rem/1.6 system-ui,sans-serif}
main{max-width:34rem;margin:0 auto;padding:18vh 1.25rem 3rem}
h1{margin:0 0 .75rem;font:600 1.75rem/1.25 Georgia,serif}
p{margin:0 0 1rem;color:light-dark(#574e40,#c6bca9)}
ul{margin:0 0 1.5rem;padding:0;list-style:none;border-top:1px solid light-dark(#e4dac7,#393327)}
li a{display:block;padding:.75rem 0;border-bottom:1px solid light-dark(#e4dac7,#393327);font-weight:600;color:light-dark(#7f4f00,#f9c662)}
a:focus-visible{outline:3px solid light-dark(#7a4b00,#ffd27a);outline-offset:2px}
.again{display:inline-block;padding:.6rem 1.25rem;border-radius:.625rem;background:light-dark(#f2a516,#f4ae2b);color:#241a04;font-weight:600;text-decoration:none}
#signed-out:not(:target){display:none}
#signed-out:target~.reason{display:none}
`
