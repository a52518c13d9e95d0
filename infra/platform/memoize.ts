/** The cache is cleared after `most` texts, so distinct inputs cannot exhaust memory. */
export const memoize = <Value>(of: (text: string) => Value, most = 1_000): ((text: string) => Value) => {
  const known = new Map<string, { value: Value }>()
  return text => {
    const found = known.get(text)
    if (found) return found.value
    const value = of(text)
    if (known.size >= most) known.clear()
    known.set(text, { value })
    return value
  }
}
