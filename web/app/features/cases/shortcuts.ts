export type ShortcutHelp = readonly (readonly [keys: string, what: string])[]

export const queueShortcuts: ShortcutHelp = [
  ['j / k', 'Next or previous case'],
  ['Enter / o', 'Open it'],
  ['c', 'Claim it, or give it back'],
  ['/', 'Search'],
  ['?', 'These keys'],
]

export const caseShortcuts: ShortcutHelp = [
  ['d', 'Go to the decision'],
  ['1 – 9', 'There: tick an outcome'],
  ['Ctrl + Enter', 'There: decide'],
  ['n', 'Write a note'],
  ['j / k', 'Next or previous case'],
  ['u', 'Back to the queue'],
  ['?', 'These keys'],
]
