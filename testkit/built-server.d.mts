export function setup(): Promise<void>
export function builtScript(name: string): string
