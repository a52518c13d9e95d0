/** Finds elements by kind and name, as people and screen readers do. */
import { until } from '@firsttouch/infra/rigs/testing/until'
import type { Key, Tab } from './engine.ts'
import { findInPage, type Thing } from './find-in-page.ts'

export type Person = ReturnType<typeof personAt>
const PATIENCE_MS = 20_000

export const personAt = (tab: Tab, site: string) => {
  let marks = 0
  /** A page that is closing cannot evaluate the expression. Treat the element as absent. */
  const ask = <T>(expression: string): Promise<T | undefined> =>
    tab.read<T>(expression).catch(() => undefined)
  const look = async (thing: Thing, mark = ''): Promise<number> =>
    (await ask<number>(`(${findInPage})(${JSON.stringify(thing)}, ${JSON.stringify(mark)})`)) ?? 0
  /** Returns the element's selector once it is visible. */
  const find = async (thing: Thing): Promise<string> => {
    const mark = `story-${++marks}`
    await until(async () => (await look(thing, mark)) > 0, PATIENCE_MS).catch(() => {
      throw new Error(`Nobody sees ${JSON.stringify(thing)}`)
    })
    return `[data-story="${mark}"]`
  }
  return {
    tab,
    /** Opens a page and waits until React has hydrated it. */
    open: async (path: string) => {
      await tab.goTo(site + path)
      await until(async () => (await ask<boolean>(HAS_BEHAVIOUR)) === true, PATIENCE_MS)
    },
    /** Prepares storage on a page of the site without scripts, before the first visit. */
    prepare: async (expression: string) => {
      await tab.goTo(`${site}/robots.txt`)
      await tab.read(expression)
    },
    see: async (thing: Thing) => void (await find(thing)),
    count: (thing: Thing) => look(thing),
    gone: (thing: Thing) => until(async () => (await look(thing)) === 0, PATIENCE_MS),
    click: async (thing: Thing) => tab.click(await find(thing)),
    fill: async (thing: Thing, text: string) => tab.fill(await find(thing), text),
    choose: async (thing: Thing, value: string) => tab.choose(await find(thing), value),
    press: (key: Key) => tab.press(key),
    arrive: (path: string) =>
      until(async () => (await ask<string>('location.pathname')) === path, PATIENCE_MS),
    stored: (key: string) => tab.read<string | null>(`localStorage.getItem(${JSON.stringify(key)})`),
  }
}

/** React adds keys to a root that it has hydrated. */
const HAS_BEHAVIOUR = `Object.keys(document.getElementById('root') ?? {}).some(key => key.startsWith('__reactContainer'))`
