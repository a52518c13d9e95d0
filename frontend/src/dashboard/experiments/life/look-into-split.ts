/** Opens the part that tells visitors of each version by where they came from, and brings the keyboard to it. */
export const READING_ONLY = 'reading-only'

export const lookIntoSplit = (): void => {
  const part = document.getElementById(READING_ONLY)
  if (part instanceof HTMLDetailsElement) part.open = true
  part?.querySelector('summary')?.focus({ preventScroll: true })
  part?.scrollIntoView({ block: 'start' })
}
