/** Fills in the public forms. Each function returns the elements that the test uses next. */
import type { Page } from 'playwright-core'
import type { Visitor } from './visitor.ts'

export const fillContact = async (page: Page, email: string) => {
  const form = page.getByRole('form', { name: 'Contact' })
  await form.getByLabel('Name').fill('Jo Bloggs')
  await form.getByLabel('E-mail').fill(email)
  await form.getByLabel('Phone').fill('07700 900123')
  await form.getByLabel('Business').fill('Bloggs Roofing')
  await form.getByLabel('Message').fill('Roofs in Leeds, please.')
  return form
}

export const fillTrial = async ({ page }: Visitor, emailAddress: string) => {
  const values: Record<string, string> = {
    name: 'Jo Bloggs',
    email: emailAddress,
    phone: '07700 900123',
    businessName: 'Bloggs Roofing',
    website: 'https://bloggs.example',
    primaryKeyword: 'roof repair',
    targetArea: 'Leeds',
  }
  for (const [name, value] of Object.entries(values)) await page.locator(`[name=${name}]`).fill(value)
  await page.locator('[name=currentAdsAccount]').selectOption({ label: 'No, I need a new account' })
  return page.getByRole('button', { name: /Trial/ })
}

export const ONBOARDING: Record<string, string> = {
  fullName: 'Sam Hill',
  businessName: 'Hill Plumbing',
  emailAddress: 'sam@hill.example',
  mobileNumber: '07700 900999',
  websiteAddress: ' www.hill.example ',
  primaryKeyword: 'emergency plumber',
  targetArea: 'Hull',
  notes: 'Not on Sundays',
}

export const fillOnboarding = async (page: Page, change: Record<string, string> = {}) => {
  for (const [name, value] of Object.entries({ ...ONBOARDING, ...change }))
    await page.locator(`[name=${name}]`).fill(value)
  return page.getByRole('button', { name: /Continue Setup|Submitting/ })
}
