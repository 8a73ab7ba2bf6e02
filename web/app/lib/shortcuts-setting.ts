import { browserStorage } from './browser-storage.ts'

const storageKey = 'marga.shortcuts'

/** Single keys as shortcuts are on unless they were turned off in this browser. */
export const areShortcutsOn = (): boolean => browserStorage.getItem(storageKey) !== 'off'

export function turnShortcuts(isOn: boolean): void {
  if (isOn) browserStorage.removeItem(storageKey)
  else browserStorage.setItem(storageKey, 'off')
}
