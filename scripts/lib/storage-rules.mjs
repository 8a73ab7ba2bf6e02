// Where pages may touch the browser's storage. Browsers throw where site data is blocked, so there is one safe way in.

/** By path, with the reason. */
const mayTouch = new Map([
  ['web/app/lib/browser-storage.ts', 'is the safe way in'],
  ['web/app/lib/storage-blocked.ts', 'finds out whether it is blocked'],
  ['web/app/lib/theme-script.ts', 'its first script runs before any module, inside a try'],
])

const isChecked = (path) =>
  /^web\/app\/.*\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\//.test(path) && !mayTouch.has(path)

/** Where a file touches the storage itself: a sentence a line. */
export function findStorageProblems(path, text) {
  if (!isChecked(path)) return []
  return text
    .split('\n')
    .flatMap((line, index) =>
      /\b(?:localStorage|sessionStorage|indexedDB)\b/.test(line) && !/^\s*(?:\/\/|\*|\/\*\*)/.test(line)
        ? [`${path}:${index + 1}: throws where site data is blocked; use web/app/lib/browser-storage.ts`]
        : [],
    )
}

/** Files that may touch it and are not there any more. */
export const findStaleStorageExceptions = (paths) => {
  const known = new Set(paths)
  return [...mayTouch.keys()]
    .filter((path) => !known.has(path))
    .map((path) => `${path}: may touch the browser's storage, and is not there`)
}
