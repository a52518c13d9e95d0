/** Every running split test, declared once: the site shows and assigns by it, ingest refuses what it does not name. */

export type Variant = { readonly name: string; readonly label: string; readonly weight: number }
/** `variants[0]` is the control. Weights are shares of new visitors and need not add up to 100. */
export type Experiment<V = Variant> = { readonly name: string; readonly variants: readonly V[] }

/** `path` shows the variant that was drawn; a variant's own path shows that one to everybody and counts nobody. */
type PageExperiment = Experiment<Variant & { readonly path: string }> & { readonly path: string }

export const LANDING_PAGE = {
  name: 'landingPage',
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
