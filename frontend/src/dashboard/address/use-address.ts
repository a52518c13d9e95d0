/** Keeps filters in the page's address. The Back button undoes a chosen filter, but not typing in a search box. */
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

const PANELS = ['lead', 'submission', 'campaign-edit']

const isTyped = (name: string): boolean => name.endsWith('-search')

/** Sets `values` in the query string. "" removes a parameter. */
export const changeOf = (search: string, values: Readonly<Record<string, string>>) => {
  const params = new URLSearchParams(search)
  const before = params.toString()
  const names = Object.keys(values)
  const panel = names.find(name => PANELS.includes(name))
  const wasOpen = panel !== undefined && params.has(panel)
  for (const [name, value] of Object.entries(values)) {
    if (value) params.set(name, value)
    else params.delete(name)
  }
  const isNothing = params.toString() === before
  return {
    search: params.toString(),
    /** Opening another record in an open panel or typing in a search box replaces the history entry. */
    step: isNothing
      ? ('none' as const)
      : panel && wasOpen && !values[panel]
        ? ('close' as const)
        : names.every(isTyped) || wasOpen
          ? ('replace' as const)
          : ('push' as const),
    panel,
  }
}

/** `set` changes the current address, not the last rendered one, so a debounced search does not undo newer filters. */
export const useAddress = () => {
  const [params] = useSearchParams()
  const set = useSetAddress()
  return { get: (name: string): string => params.get(name) ?? '', set }
}

/** True while the browser goes back in its history to close a panel. Meanwhile, the panel is still rendered. */
let leaving = false
export const isLeavingPanel = (): boolean => leaving
const onceBack = (run: () => void) => addEventListener('popstate', run, { once: true })

export const useSetAddress = (): ((values: Readonly<Record<string, string>>) => void) => {
  const navigate = useNavigate()
  const { pathname, state } = useLocation()
  const set = (values: Readonly<Record<string, string>>): void => {
    if (leaving) return void onceBack(() => set(values))
    const { search, step, panel } = changeOf(location.search, values)
    if (step === 'none') return
    // If the dashboard opened the panel, go back in the history to remove the panel's entry.
    if (step === 'close' && state?.opened === panel) {
      leaving = true
      onceBack(() => {
        leaving = false
      })
      return void navigate(-1)
    }
    const isPush = step === 'push'
    navigate(
      { pathname, search: search && `?${search}` },
      {
        replace: !isPush,
        preventScrollReset: true,
        state: isPush ? (panel ? { opened: panel } : null) : step === 'close' ? null : state,
      },
    )
  }
  return set
}

export const useAddressValue = (name: string): [value: string, set: (value: string) => void] => {
  const { get, set } = useAddress()
  return [get(name), value => set({ [name]: value })]
}
