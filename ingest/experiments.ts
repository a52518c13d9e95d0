/** Every running split test, declared once: the site shows and assigns by it, ingest refuses what it does not name. */

/** An experiment's `path` shows the variant that was drawn; a variant's own shows that one to everybody and counts nobody. */
export type Variant = {
  readonly name: string
  readonly label: string
  readonly weight: number
  readonly path?: string
}
/** `variants[0]` is the control. Weights are shares of new visitors and need not add up to 100. `title`: what staff call it. */
export type Experiment<V = Variant> = {
  readonly name: string
  readonly title: string
  /** How it stands until staff take a step with it. */
  readonly initially: 'running' | 'planned'
  readonly path: string
  readonly variants: readonly V[]
}

type PageExperiment = Experiment<Variant & { readonly path: string }>

export const LANDING_PAGE = {
  name: 'landingPage',
  title: 'Landing page',
  initially: 'running',
  path: '/',
  variants: [
    { name: 'control', label: 'Original Landing Page', weight: 50, path: '/original' },
    { name: 'v2', label: 'Optimized Landing Page V2', weight: 50, path: '/v2' },
  ],
} as const satisfies PageExperiment
export type LandingVariant = (typeof LANDING_PAGE.variants)[number]['name']

export const EXPERIMENTS: readonly Experiment[] = [LANDING_PAGE]

export const findExperiment = (name: string): Experiment | undefined =>
  EXPERIMENTS.find(experiment => experiment.name === name)
