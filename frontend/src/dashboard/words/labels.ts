/** Labels for known values in links and events. */
import type { OnboardingStep } from '@firsttouch/api/contract/onboarding-steps'
import type { Role } from '@firsttouch/api/contract/roles'

export const ROLE_NAMES: Record<Role, string> = { viewer: 'Viewer', staff: 'Staff', owner: 'Owner' }

export const STEP_WORDS: Readonly<Record<OnboardingStep, string>> = {
  access: 'Access',
  keyword: 'Keyword',
  landing_page: 'Landing page',
  live: 'Ads live',
}

const LABELS: Readonly<Record<string, string>> = {
  google: 'Google',
  facebook: 'Facebook',
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  linkedin: 'LinkedIn',
  twitter: 'Twitter',
  bing: 'Bing',
  direct: 'Direct visits',
  email: 'E-mail',
  direct_mail: 'Direct mail',
  referral: 'Other sites',
  cpc: 'Paid clicks (CPC)',
  cpm: 'Paid views (CPM)',
  display: 'Display ads',
  video: 'Video',
  social: 'Social',
  organic: 'Unpaid',
  affiliate: 'Affiliate',
  print: 'Print',
  contact_form: 'Contact form',
  promotional_popup: 'Promotional popup',
  trial_signup_page: 'Trial signup',
  form_submission: 'Form submission',
  button_click: 'Button click',
  whatsapp_click: 'WhatsApp click',
  stripe_intent: 'Payment started',
}

const DEVICES: Readonly<Record<string, string>> = {
  mobile: 'Phones',
  tablet: 'Tablets',
  desktop: 'Computers',
  other: 'Others',
  unknown: 'Not known',
}
export const deviceLabel = (name: string): string => DEVICES[name] ?? name

/** Example: `direct_mail` is "Direct mail". In unknown values, spaces replace underscores. */
export const labelOf = (key: string): string => {
  const known = Object.hasOwn(LABELS, key) ? LABELS[key] : undefined
  return known ?? key.replaceAll('_', ' ')
}
