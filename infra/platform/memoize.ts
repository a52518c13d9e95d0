/** Works a text's value out once. After `most` texts it forgets all of them: ever new ones cost time and no memory. */
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
