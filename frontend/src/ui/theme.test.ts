import { afterEach, expect, test, vi } from 'vitest'
import { applyTheme, setTheme } from './theme.ts'

afterEach(() => vi.unstubAllGlobals())

/** A fake page whose browser has stored values such as the theme. */
const openPage = (remembered: Record<string, string>) => {
  const dataset: Record<string, string> = {}
  vi.stubGlobal('document', { documentElement: { dataset } })
  vi.stubGlobal('dispatchEvent', () => true)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => remembered[key] ?? null,
    setItem: (key: string, value: string) => {
      remembered[key] = value
    },
  })
  return dataset
}

test('a page applies the chosen theme and remembers it', () => {
  const remembered = {}
  expect(openPage(remembered)).toEqual({})
  setTheme('dark')
  const page = openPage(remembered)
  applyTheme()
  expect(page).toEqual({ theme: 'dark' })
})

test('the theme follows the system for no choice, the choice system and invalid values', () => {
  for (const remembered of [{}, { theme: 'system' }, { theme: 'pink' }]) {
    const page = openPage(remembered)
    applyTheme()
    expect(page).toEqual({ theme: 'system' })
  }
  const page = openPage({ theme: 'dark' })
  applyTheme()
  setTheme('system')
  expect(page).toEqual({ theme: 'system' })
})
