/** Moving through the records of the section that has the keyboard, without a mouse. */

const records = (): HTMLElement[] => {
  const section = document.activeElement?.closest('section[id]')
  const inSection = section?.querySelectorAll<HTMLElement>('[data-record]')
  return [...(inSection?.length ? inSection : document.querySelectorAll<HTMLElement>('[data-record]'))]
}

export const stepRecord = (step: 1 | -1): void => {
  const all = records()
  const at = all.findIndex(record => record.contains(document.activeElement))
  const next = at < 0 ? all[0] : all[Math.min(Math.max(at + step, 0), all.length - 1)]
  next?.focus({ preventScroll: true })
  next?.scrollIntoView({ block: 'nearest' })
}

export const toggleRecord = (): void =>
  document.activeElement
    ?.closest('[data-record]')
    ?.querySelector<HTMLElement>('input[type=checkbox]')
    ?.click()

export const openRecord = (): void =>
  document.activeElement?.closest('[data-record]')?.querySelector<HTMLElement>('[data-opens]')?.click()

export const focusSearch = (): void => {
  const section = document.activeElement?.closest('section[id]')
  const box =
    section?.querySelector<HTMLElement>('input[type=search]') ??
    document.querySelector<HTMLElement>('input[type=search]')
  box?.focus()
}
