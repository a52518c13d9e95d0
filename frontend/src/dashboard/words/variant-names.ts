import { EXPERIMENTS, LANDING_PAGE } from '@firsttouch/ingest/experiments'

const declared = (testName: string) => EXPERIMENTS.find(({ name }) => name === testName)

/** Labels of the landing page's variants by their names. */
export const LANDING_LABELS = Object.fromEntries(
  LANDING_PAGE.variants.map(({ name, label }) => [name, label]),
)

/** An undeclared experiment is shown by its name. */
export const experimentTitle = (testName: string): string => declared(testName)?.title ?? testName

/** An undeclared variant is shown by its name. */
export const variantLabel = (testName: string, variant: string): string =>
  declared(testName)?.variants.find(one => one.name === variant)?.label ?? variant

/** True for every declared variant except the control. These have the NEW badge. */
export const isNew = (testName: string, variant: string): boolean =>
  declared(testName)
    ?.variants.slice(1)
    .some(({ name }) => name === variant) ?? false

/** Sorts the found experiments: declared ones first, in the order of declaration. */
export const experimentNames = (found: readonly string[]): string[] => [
  ...new Set([...EXPERIMENTS.map(({ name }) => name).filter(name => found.includes(name)), ...found]),
]
