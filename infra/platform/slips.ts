/** Number of edits between `a` from `i` and `b` from `j` (optimal string alignment). Stops counting above `most`. */
export const slipsBetween = (a: string, b: string, most: number, i = 0, j = 0): number => {
  if (Math.abs(a.length - i - b.length + j) > most) return most + 1
  if (i === a.length || j === b.length) return a.length - i + b.length - j
  if (a.charCodeAt(i) === b.charCodeAt(j)) return slipsBetween(a, b, most, i + 1, j + 1)
  if (most === 0) return 1
  const after = (x: number, y: number) => slipsBetween(a, b, most - 1, i + x, j + y)
  const isSwap = a[i] === b[j + 1] && a[i + 1] === b[j]
  return 1 + Math.min(after(1, 1), after(1, 0), after(0, 1), isSwap ? after(2, 2) : most)
}
