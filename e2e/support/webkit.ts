import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../testkit/ports.mjs'
import { endGroup, hasEnded, killGroupAtExit } from '../../testkit/processes.mjs'
import { findWebKit } from '../../testkit/webkit.mjs'
import { openSession, type Rect, type WebDriverSession } from './webdriver.ts'

export type WebKitOptions = {
  width?: number
  colorScheme?: 'light' | 'dark'
  /** CSS pixels are as many times larger: the narrowest window has 334 of them, a page zoomed twice 167. */
  zoom?: 1 | 2
}
export type WebKit = { session: WebDriverSession; end(): Promise<void> }

const height = 800
const readyInMs = 180_000

/**
 * WebKitGTK's own small browser with folders of its own, on a screen of its own that its window fills: without a window
 * manager the window under the pointer has the focus.
 */
export async function startWebKit({ width = 1280, zoom = 1, ...look }: WebKitOptions): Promise<WebKit> {
  const size = { width: width * zoom, height: height * zoom }
  const folder = mkdtempSync(join(tmpdir(), 'marga-webkit-'))
  const processes = keepProcesses()
  const clean = async () => {
    await processes.end()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const display = await startScreen(processes, size)
    const driverUrl = await startDriver(processes, environmentFor({ display, folder, zoom, ...look }))
    const session = await openSession(driverUrl, {
      // Without the bar of a window, which would be wider than a telephone.
      'webkitgtk:browserOptions': { args: ['--automation', '--full-screen'] },
    })
    await session.setWindow(size)
    const end = async () => {
      await session.end().catch(() => {})
      await clean()
    }
    return { session, end }
  } catch (error) {
    await clean()
    throw error
  }
}

type Processes = ReturnType<typeof keepProcesses>

/** Each leads a group of its own, so that what it has started ends with it. */
function keepProcesses() {
  const children: ChildProcess[] = []
  return {
    start(path: string | undefined, args: string[], options: SpawnOptions) {
      if (!path) throw new Error('webkit2gtk-driver or xvfb is not installed')
      const child = killGroupAtExit(spawn(path, args, { ...options, detached: true }))
      children.push(child)
      return child
    },
    async end() {
      for (const child of [...children].reverse()) await endGroup(child, 'SIGKILL')
    },
  }
}

/** @returns its number, which it has chosen itself */
async function startScreen(processes: Processes, size: Rect): Promise<number> {
  const args = ['-displayfd', '3', '-screen', '0', `${size.width}x${size.height}x24`, '-nolisten', 'tcp']
  const screen = processes.start(findWebKit().display, args, {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const signal = AbortSignal.timeout(readyInMs)
  const [chunk] = (await once(screen.stdio[3] as Readable, 'data', { signal })) as [Buffer]
  return Number(String(chunk).trim())
}

type Surroundings = WebKitOptions & { display: number; folder: string; zoom: number }
const environmentFor = ({ display, folder, zoom, colorScheme }: Surroundings) => ({
  PATH: process.env.PATH ?? '',
  DISPLAY: `:${display}`,
  LANG: 'C.UTF-8',
  TZ: 'Asia/Kolkata',
  HOME: folder,
  XDG_RUNTIME_DIR: folder,
  GSETTINGS_BACKEND: 'memory',
  GTK_THEME: colorScheme === 'dark' ? 'Adwaita:dark' : 'Adwaita',
  GDK_DPI_SCALE: String(zoom),
})

/** @returns its address */
async function startDriver(processes: Processes, env: NodeJS.ProcessEnv): Promise<string> {
  const port = await freePort()
  const driver = processes.start(findWebKit().driver, [`--port=${port}`], { stdio: 'ignore', env })
  const url = `http://127.0.0.1:${port}`
  await untilReady(url, driver)
  return url
}

async function untilReady(url: string, driver: ChildProcess) {
  for (let waitedMs = 0; waitedMs < readyInMs && !hasEnded(driver); waitedMs += 50) {
    const isReady = await fetch(`${url}/status`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
    await sleep(50)
  }
  throw new Error('WebKitWebDriver did not start')
}
