/** WebKitGTK. Each tab needs its own WebDriver process, browser and display. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '@firsttouch/infra/platform/free-port'
import { findProgram } from '@firsttouch/infra/rigs/testing/programs'
import { until } from '@firsttouch/infra/rigs/testing/until'
import type { Engine, Tab } from './engine.ts'

const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'
const KEYS = { Escape: '\uE00C', Tab: '\uE004' } as const

export const openWebkit = async (): Promise<Engine> => {
  const [driver, browser, server] = await Promise.all(
    (['WEBKIT_DRIVER', 'WEBKIT', 'XVFB'] as const).map(name => findProgram(name)),
  )
  if (!driver || !browser || !server) throw new Error('Found no WebKit, or no display for it.')
  const display = await openDisplay(server)
  const drivers: ChildProcess[] = []
  const openTab = async (): Promise<Tab> => {
    const port = await freePort()
    const running = spawn(driver, [`--port=${port}`], { env: { ...process.env, DISPLAY: display.name } })
    drivers.push(running)
    const root = `http://127.0.0.1:${port}`
    await until(() => fetch(`${root}/status`).then(Boolean, () => false), 15_000)
    const { sessionId } = await call<{ sessionId: string }>('POST', `${root}/session`, {
      capabilities: {
        alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] } },
      },
    })
    const session = `${root}/session/${sessionId}`
    return {
      ...tabOf(session),
      close: async () => {
        await call('DELETE', session)
        await end(running)
      },
    }
  }
  const close = async () => {
    await Promise.all(drivers.map(end))
    await display.close()
  }
  return { openTab, close }
}

const tabOf = (session: string): Omit<Tab, 'close'> => {
  const element = async (selector: string): Promise<string> => {
    const found = await call<Record<string, string>>('POST', `${session}/element`, {
      using: 'css selector',
      value: selector,
    })
    return `${session}/element/${found[ELEMENT]}`
  }
  const read = <T>(expression: string): Promise<T> =>
    call('POST', `${session}/execute/sync`, { script: `return (${expression})`, args: [] })
  /** The driver does not wait for smooth scrolling or for overlays that pass over the element. */
  const inReach = async (selector: string) => {
    const isInReach = () =>
      read<boolean>(`(one => {
        one.scrollIntoView({ block: 'center', behavior: 'instant' })
        const { left, top, width, height } = one.getBoundingClientRect()
        const hit = document.elementFromPoint(left + width / 2, top + height / 2)
        return one.tagName === 'OPTION' || one.contains(hit)
      })(document.querySelector('${selector}'))`)
    await until(isInReach, 10_000)
    return element(selector)
  }
  const click = async (selector: string) => void (await call('POST', `${await inReach(selector)}/click`, {}))
  return {
    goTo: async url => void (await call('POST', `${session}/url`, { url })),
    reload: async () => void (await call('POST', `${session}/refresh`, {})),
    back: async () => void (await call('POST', `${session}/back`, {})),
    read,
    click,
    fill: async (selector, text) => {
      const field = await inReach(selector)
      await call('POST', `${field}/clear`, {})
      if (text) await call('POST', `${field}/value`, { text })
    },
    choose: async (selector, value) => {
      const place = await read<number>(
        `Array.from(document.querySelector('${selector}').options).findIndex(one => one.value === '${value}')`,
      )
      await click(`${selector} option:nth-child(${place + 1})`)
    },
    press: async key => {
      const actions = ['keyDown', 'keyUp'].map(type => ({ type, value: KEYS[key] }))
      await call('POST', `${session}/actions`, { actions: [{ type: 'key', id: 'keys', actions }] })
    },
  }
}

const call = async <T>(method: 'POST' | 'DELETE', url: string, body?: object): Promise<T> => {
  const answer = await fetch(url, { method, ...(body && { body: JSON.stringify(body) }) })
  const { value } = (await answer.json()) as { value: T & { error?: string; message?: string } }
  if (!answer.ok)
    throw new Error(`WebDriver: ${value.error} ${value.message} (${url} ${JSON.stringify(body)})`)
  return value
}

/** The X server picks a free display number and writes it to descriptor 3. */
const openDisplay = async (server: string) => {
  const running = spawn(server, ['-displayfd', '3', '-screen', '0', '1280x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const said = running.stdio[3]
  if (!said) throw new Error('Xvfb reported no display number.')
  const [number] = await once(said, 'data')
  return { name: `:${String(number).trim()}`, close: () => end(running) }
}

const end = async (running: ChildProcess): Promise<void> => {
  if (running.exitCode !== null || running.signalCode !== null) return
  running.kill()
  await once(running, 'exit')
}
