/** The parts of the page in their order, with the key that goes there. */
export const PLACES = [
  { id: 'domain', label: 'Domain' },
  { id: 'overview', label: 'Overview' },
  { id: 'traffic', label: 'Traffic' },
  { id: 'split-test', label: 'Split test' },
  { id: 'onboarding', label: 'Onboarding' },
  { id: 'leads', label: 'Leads' },
  { id: 'create-campaign', label: 'New campaign' },
  { id: 'campaigns', label: 'Campaigns' },
  { id: 'books', label: 'Books' },
] as const
export type PlaceId = (typeof PLACES)[number]['id']

/** Scrolls there and moves the keyboard's place along. */
export const goTo = (id: string): void => {
  const place = document.getElementById(id)
  place?.focus({ preventScroll: true })
  place?.scrollIntoView({ block: 'start' })
}
