export const escapeHtml = (text: string) =>
  text.replace(
    /[&<>"']/g,
    (char) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' })[char]!,
  )

/** The one frame of the demo's stand-in pages. Its style is a file, so that the CSP holds here too. */
export const sandboxPage = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="/sandbox/style.css">
</head>
<body><main><h1>${escapeHtml(title)}</h1>${content}</main></body>
</html>`

export const sandboxStyle = `
:root { color-scheme: light dark; --ink: #2a2118; --paper: #faf5ea; --card: #fffdf8; --line: #e2d6c1; --accent: #b8620a; --on-accent: #fff; --soft: #6b5d4b; --positive: #1d5c44; }
@media (prefers-color-scheme: dark) { :root { --ink: #f3eadb; --paper: #1b1611; --card: #251e17; --line: #46392b; --accent: #f2a93b; --on-accent: #1b1611; --soft: #c2b39c; --positive: #7cc9a6; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 34rem; margin: 8vh auto; padding: 0 1rem; }
h1 { font: 600 1.75rem/1.2 Georgia, serif; }
.note { border-left: 4px solid var(--accent); padding: .5rem 1rem; background: var(--card); }
dl { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.25rem; display: grid; grid-template-columns: auto 1fr; gap: .5rem 1.5rem; }
dd { margin: 0; text-align: right; overflow-wrap: anywhere; } .amount { font-weight: 700; font-size: 1.25rem; }
.sheet { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1.25rem; margin: 1.25rem 0; display: grid; gap: 1.25rem; }
.sheet dl { grid-template-columns: 1fr auto; border: 0; border-top: 1px solid var(--line); border-radius: 0; padding: 1.25rem 0 0; margin: 0; }
.person { display: flex; align-items: center; gap: 1rem; overflow-wrap: anywhere; } .person img { border-radius: 50%; object-fit: cover; flex: none; }
.person strong { display: block; font: 600 1.35rem/1.2 Georgia, serif; } .person span, .quiet { color: var(--soft); }
.benefits { list-style: none; margin: 0; padding: 0; display: grid; gap: .5rem; } .sheet dd { overflow-wrap: normal; }
.benefits li { display: flex; } .benefits li::before { content: "✓"; color: var(--positive); font-weight: 700; margin-right: .75rem; }
form { display: grid; gap: .75rem; }
button { font: inherit; padding: .8rem 1rem; border-radius: 10px; border: 1px solid var(--line); background: var(--card); color: inherit; cursor: pointer; }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent); font-weight: 600; }
button:focus-visible, a:focus-visible, summary:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
article { background: var(--card); border: 1px solid var(--line); border-radius: 12px; padding: 1rem; margin-bottom: 1rem; overflow-wrap: anywhere; }
pre { white-space: pre-wrap; font: inherit; } a { color: var(--accent); }
`
