/** Filters and choices kept in the page's address, so that a view survives a reload and can be sent to a colleague. */
import { useSearchParams } from 'react-router-dom'

/**
 * Reads one value ('' stands for "not set") and sets several at once. What is set is added to the address as it is then, not
 * as it was when the page was last drawn: a search that starts after a pause must not undo a filter chosen meanwhile.
 */
export const useAddress = () => {
  const [params, setParams] = useSearchParams()
  return {
    get: (name: string): string => params.get(name) ?? '',
    set: (values: Readonly<Record<string, string>>): void =>
      setParams(
        () => {
          const after = new URLSearchParams(location.search)
          for (const [name, value] of Object.entries(values)) {
            if (value) after.set(name, value)
            else after.delete(name)
          }
          return after
        },
        { replace: true, preventScrollReset: true },
      ),
  }
}

/** A value outside `allowed`, typed into the address by hand, counts as not set. */
export const useAddressValue = (
  name: string,
  allowed?: readonly string[],
): [value: string, set: (value: string) => void] => {
  const { get, set } = useAddress()
  const found = get(name)
  return [allowed && !allowed.includes(found) ? '' : found, value => set({ [name]: value })]
}
