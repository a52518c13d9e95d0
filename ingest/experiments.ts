/** Every running split test, declared once: the tracker assigns by it, ingest refuses what it does not name. */

export type Variant = { readonly name: string; readonly label: string; readonly weight: number }
/** `variants[0]` is the control. Weights are shares of new visitors and need not add up to 100. */
export type Experiment = { readonly name: string; readonly variants: readonly Variant[] }

export const EXPERIMENTS: readonly Experiment[] = [
  {
    name: 'landingPage',
    variants: [
      { name: 'control', label: 'Original Landing Page', weight: 50 },
      { name: 'v2', label: 'Optimized Landing Page V2', weight: 50 },
    ],
  },
]

export const findExperiment = (name: string): Experiment | undefined =>
  EXPERIMENTS.find(experiment => experiment.name === name)
