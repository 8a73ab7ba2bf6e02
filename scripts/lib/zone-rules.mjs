// In which zone a page shows times. One for each person: the account's, else the browser's (web/app/lib/account-time-zone.ts).

/** By path, with the reason. */
const mayAsk = new Map([
  ['web/app/lib/dates.ts', 'writes dates, and reads the browser’s zone for whoever has not named one'],
  [
    'web/app/features/mentee-profile/components/mentee-form.tsx',
    'lists it first where an account names none',
  ],
  ['web/app/pages/mentor/scheduler-page.tsx', 'asks which one is meant when the two differ'],
])

const asking = [
  [/\bresolvedOptions\(/, 'resolvedOptions()'],
  [/\btimeZoneId\(/, 'timeZoneId()'],
  [/\bnew Intl\.DateTimeFormat\b|(?<!new )\bIntl\.DateTimeFormat\(/, 'Intl.DateTimeFormat'],
  [/\.toLocale(?:Date|Time)String\(/, 'toLocaleDateString() or toLocaleTimeString()'],
  [/\bbrowserTimeZone\b/, 'browserTimeZone'],
]

const isChecked = (path) =>
  /^web\/app\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path) && !mayAsk.has(path)

/** Where a page would show times in a zone of its own: a sentence a line. */
export function findZoneProblems(path, text) {
  if (!isChecked(path)) return []
  return text
    .split('\n')
    .flatMap((line, index) =>
      asking
        .filter(([pattern]) => pattern.test(line) && !/^\s*(?:\/\/|\*|\/\*\*)/.test(line))
        .map(
          ([, name]) =>
            `${path}:${index + 1}: ${name}; times are in the person's one zone (web/app/lib/use-time-zone.ts)`,
        ),
    )
}

/** Files that may ask and are not there any more. */
export const findStaleZoneExceptions = (paths) => {
  const known = new Set(paths)
  return [...mayAsk.keys()]
    .filter((path) => !known.has(path))
    .map((path) => `${path}: may ask for the browser's zone, and is not there`)
}
