/** An element by its kind and accessible name. `in` narrows the search. */
export type Thing = {
  kind: 'button' | 'link' | 'heading' | 'dialog' | 'form' | 'field' | 'region' | 'text'
  /** The whole name. With `part`, a part of it. */
  name: string
  part?: boolean
  in?: Thing
}

/**
 * Runs in the page. Marks the first visible match for a selector, and returns the number of matches. It supports only
 * the sources of names that the stories need: aria-label, aria-labelledby, a field's label and the text.
 */
export const findInPage = String(function find(thing: Thing, mark: string): number {
  const KINDS: Record<string, string> = {
    button: 'button, [role=button]',
    link: 'a[href]',
    heading: 'h1, h2, h3, h4',
    dialog: 'dialog[open], [role=dialog]',
    form: 'form',
    field: 'input, select, textarea',
    region: 'section, [role=region]',
    text: '*',
  }
  const plain = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim()
  const byId = (ids: string) => ids.split(' ').map(id => document.getElementById(id)?.textContent)
  const isSeen = (element: Element) =>
    element.getClientRects().length > 0 && getComputedStyle(element).visibility !== 'hidden'
  const nameOf = (element: HTMLElement, kind: Thing['kind']): string => {
    if (kind === 'text') return plain(element.innerText)
    const [label, ids] = [element.getAttribute('aria-label'), element.getAttribute('aria-labelledby')]
    if (label) return plain(label)
    if (ids) return plain(byId(ids).join(' '))
    const labels = 'labels' in element ? (element as HTMLInputElement).labels : null
    return plain(labels?.length ? labels[0]?.textContent : element.innerText)
  }
  const all = ({ kind, name, part }: Thing, within: ParentNode): HTMLElement[] => {
    const found = Array.from(within.querySelectorAll<HTMLElement>(KINDS[kind] ?? '*')).filter(element => {
      const own = nameOf(element, kind)
      return (part ? own.includes(name) : own === name) && isSeen(element)
    })
    if (kind !== 'text') return found
    return found.filter(outer => !found.some(inner => inner !== outer && outer.contains(inner)))
  }
  const places: ParentNode[] = thing.in ? all(thing.in, document) : [document]
  const found = places.flatMap(place => all(thing, place))
  if (mark) found[0]?.setAttribute('data-story', mark)
  return found.length
})
