/** Filters in the page's address. What staff choose is a step that Back undoes. What they type is none. */
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'

const PANELS = ['lead', 'submission', 'campaign-edit']

const isTyped = (name: string): boolean => name.endsWith('-search')

/** The address with `values` set ('' removes one), and whether Back undoes that. */
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
    /** The next record in an open panel and the next letter of a search make no new entry in the browser's history. */
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

/** Changes the current address, not the rendered one: a debounced search must not undo a later filter. */
export const useAddress = () => {
  const [params] = useSearchParams()
  const set = useSetAddress()
  return { get: (name: string): string => params.get(name) ?? '', set }
}

/** Closing a panel goes back in the history, which the browser does later. Until then the panel is still drawn. */
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
    // The step that opened the panel is taken back, where it was one of ours.
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
