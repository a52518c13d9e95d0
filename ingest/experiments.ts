/** Declares all A/B tests. Ingest rejects events of other tests and variants. */

/** Visitors who open `path` directly always see this variant and do not take part in the test. */
export type Variant = {
  readonly name: string
  readonly label: string
  readonly weight: number
  readonly path?: string
}
/** `variants[0]` is the control. Weights are the initial shares of new visitors and need not add up to 100. */
export type Experiment<V = Variant> = {
  readonly name: string
  readonly title: string
  /** Path of the test's page. A variant with a `path` is a whole page. Other variants change a part of this page. */
  readonly path: string
  readonly initially: 'running' | 'planned'
  readonly variants: readonly V[]
}

export type PageExperiment = Experiment<Variant & { readonly path: string }>

export const LANDING_PAGE = {
  name: 'landingPage',
  title: 'Landing page',
  path: '/',
  initially: 'running',
  variants: [
    { name: 'control', label: 'Original Landing Page', weight: 50, path: '/original' },
    { name: 'v2', label: 'Optimized Landing Page V2', weight: 50, path: '/v2' },
  ],
} as const satisfies PageExperiment
export type LandingVariant = (typeof LANDING_PAGE.variants)[number]['name']

export const TRIAL_HEADING = {
  name: 'trialHeading',
  title: 'Heading of the trial sign-up',
  path: '/trial-signup',
  initially: 'planned',
  variants: [
    { name: 'control', label: 'Original Heading', weight: 1 },
    { name: 'freeWeek', label: 'A Week at Number One, Free', weight: 1 },
    { name: 'askedWeek', label: 'A Question', weight: 1 },
  ],
} as const satisfies Experiment

export const EXPERIMENTS: readonly Experiment[] = [LANDING_PAGE, TRIAL_HEADING]

export const findExperiment = (name: string): Experiment | undefined =>
  EXPERIMENTS.find(experiment => experiment.name === name)
