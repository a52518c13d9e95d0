/** What happened in a generated business: plain lists, which every definition is a function of. */

export type Tags = { source: string; medium: string; campaign: string; content: string; term: string }
export const NO_TAGS: Tags = { source: '', medium: '', campaign: '', content: '', term: '' }

/** A browser's user agent, with the device and browser that it is. No definition parses the text. */
/** Why the agent's events are in no figure. */
export type Reason = '' | 'user_agent' | 'internal_opt_out' | 'suspicious_data_center'
export type Agent = { text: string; device: string; browser: string; bot: Reason }

export type EventKind = 'visit' | 'conversion' | 'exposure' | 'test_conversion'
export type Event = {
  id: string
  kind: EventKind
  /** Milliseconds since 1970, by the visitor's clock. No two events of one business share one. */
  at: number
  session: string
  agent: Agent
  /** Of a visit its link's, of a conversion the first touch that it carries. */
  tags: Tags
  page: string
  referrer: string
  /** Names of the click ids in a visit's link. */
  clickIds: readonly string[]
  /** Of a conversion. */
  type: string
  /** Of a `form_submission`. */
  form: string
  /** Of an exposure or a test's conversion. */
  test: string
  variant: string
  /** How far the sender's clock was ahead, in milliseconds, where the request says when it was sent: then `at` is the true time. */
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
  /** Why it was taken for spam; empty where it was not. */
  spam: string
  deleted: boolean
  erased: boolean
  status: Status
  /** Each status that it came to, with the time. */
  moves: { to: Status; at: number }[]
  /** The moves, and every other change that analysts see. */
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

/** The latest click of an advert, as the browser kept it. */
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

/** One report's word on what a campaign value cost on a day; of one report, day and value the last word counts. Pence; null: taken away. */
export type Spend = {
  report: 'typed' | 'Google Ads' | 'Meta Ads'
  day: string
  campaign: string
  /** Which of the campaigns that share the value is meant; else empty. */
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
  /** The moment at which it is looked at; every call is answered with the clock standing there. */
  now: number
  /** Accepted ones, each id once: the first that came. */
  events: Event[]
  accounts: Record<'visit' | 'conversion' | 'ab_test', Account>
  /** Events whose id had come before with another payload. */
  idConflicts: number
  leads: Lead[]
  onboarding: Onboarding[]
  campaigns: Campaign[]
  spend: Spend[]
  steps: Step[]
}
