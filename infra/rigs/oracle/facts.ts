/** The facts of a generated business: its events, leads, costs and so on. Every definition is a function of these lists. */

export type Tags = { source: string; medium: string; campaign: string; content: string; term: string }
export const NO_TAGS: Tags = { source: '', medium: '', campaign: '', content: '', term: '' }

/** Why no figure counts the agent's events. Empty for people. */
export type Reason = '' | 'user_agent' | 'internal_opt_out' | 'suspicious_data_center'
/** A browser's user agent with its device and browser. No definition parses the text. */
export type Agent = { text: string; device: string; browser: string; bot: Reason }

export type EventKind = 'visit' | 'conversion' | 'exposure' | 'test_conversion'
export type Event = {
  id: string
  kind: EventKind
  /** Milliseconds since 1970. No two events of a business have the same time. */
  at: number
  session: string
  agent: Agent
  /** A visit's link, or a conversion's first touch. */
  tags: Tags
  page: string
  referrer: string
  /** Names of the click ids in a visit's link. */
  clickIds: readonly string[]
  type: string
  /** The form of a `form_submission`. */
  form: string
  /** The test of an exposure or of a test's conversion. */
  test: string
  variant: string
  /** Milliseconds by which the sender's clock was ahead, if the request says when it was sent. `at` is the true time. */
  ahead: number
}

export type Status = 'new' | 'contacted' | 'qualified' | 'closed'
export type Person = { name: string; email: string; phone: string; business: string }

export type Lead = Person & {
  id: string
  at: number
  source: 'contact_form' | 'promotional_popup' | 'trial_signup_page'
  message: string
  session: string
  tags: Tags
  variant: string
  /** Why the lead counts as spam. Empty if it does not. */
  spam: string
  deleted: boolean
  erased: boolean
  status: Status
  /** Each status that the lead reached, with the time. */
  moves: { to: Status; at: number }[]
  /** Time of the last change that analysts see, such as a new status. */
  changedAt: number
  updatedAt: number
  followUp: string | null
  owner: string | null
  click: Click | null
}

export type Onboarding = Person & {
  id: string
  at: number
  session: string
  tags: Tags
  spam: string
  deleted: boolean
  hasGoogleAds: boolean
  click: Click | null
}

/** The latest ad click that the browser stored. */
export type Click = { ids: Record<string, string>; at: number }

export type Campaign = {
  id: string
  name: string
  platform: string
  date: string
  tags: Tags
  active: boolean
  archivedAt: number | null
  createdAt: number
}

/** A report's cost of a utm_campaign on a day. The last entry for a report, day and utm_campaign counts. `pence` null: removed. */
export type Spend = {
  report: 'typed' | 'Google Ads' | 'Meta Ads'
  day: string
  campaign: string
  /** Which of several campaigns with this utm_campaign is meant. Empty if unknown. */
  source: string
  medium: string
  pence: number | null
  clicks: number | null
  at: number
}

export type Step = {
  test: string
  step: 'start' | 'pause' | 'resume' | 'end'
  at: number
  state: 'running' | 'paused' | 'ended'
  run: string
  shares: Record<string, number>
  winner: string
  goal: string
}

export type Account = { accepted: number; duplicates: number; human: number; bot: number }

export type Business = {
  zone: string
  /** The moment at which the figures are compared. The product's clock is stopped there. */
  now: number
  /** Accepted events. Of events with the same id, only the first counts. */
  events: Event[]
  accounts: Record<'visit' | 'conversion' | 'ab_test', Account>
  /** Events whose id had arrived before with another payload. */
  idConflicts: number
  leads: Lead[]
  onboarding: Onboarding[]
  campaigns: Campaign[]
  spend: Spend[]
  steps: Step[]
}
