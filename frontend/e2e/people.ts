/** A lead and a customer, as entered in the public forms. */
import type { Page } from 'playwright-core'

export const lead = {
  name: 'Jo Bloggs',
  email: 'jo@example.co.uk',
  phone: '07700 900123',
  business: '=Roofs & "Co"',
  firstTouchUtm: {
    utm_source: 'google',
    utm_medium: 'cpc',
    utm_campaign: 'spring_roofs_2026',
    utm_content: '',
    utm_term: '',
  },
  message: 'We would like more enquiries from Leeds, and soon please.',
}
export const customer = {
  fullName: 'Sam Hill',
  businessName: 'Hill Plumbing',
  mobileNumber: '07700 900999',
  websiteAddress: 'hill.example',
  emailAddress: 'sam@hill.example',
  hasGoogleAds: true,
  primaryKeyword: 'emergency plumber',
  targetArea: 'Hull',
  notes: 'Not on Sundays',
}

/** Submits the contact form of the original landing page. */
export const sendContact = async (page: Page, { name, email, phone, business, message }: typeof lead) => {
  const form = page.getByRole('form', { name: 'Contact' })
  const fields = { Name: name, 'E-mail': email, Phone: phone, Business: business, Message: message }
  for (const [label, text] of Object.entries(fields)) await form.getByLabel(label).fill(text)
  await form.getByRole('button').click()
}
