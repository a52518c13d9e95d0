import { EXPERIMENTS } from '@firsttouch/ingest/experiments'

const declared = (testName: string) => EXPERIMENTS.find(({ name }) => name === testName)

/** What staff call an experiment; one no longer declared keeps its bare name. */
export const experimentTitle = (testName: string): string => declared(testName)?.title ?? testName

/** A variant's label as its experiment declares it; a variant no longer declared keeps its bare name. */
export const variantLabel = (testName: string, variant: string): string =>
  declared(testName)?.variants.find(one => one.name === variant)?.label ?? variant

/** Challengers, which are declared behind the control, wear the NEW badge. */
export const isNew = (testName: string, variant: string): boolean =>
  declared(testName)
    ?.variants.slice(1)
    .some(({ name }) => name === variant) ?? false

/** Declared experiments first and in their order, then any that the data still holds. */
export const experimentNames = (found: readonly string[]): string[] => [
  ...new Set([...EXPERIMENTS.map(({ name }) => name).filter(name => found.includes(name)), ...found]),
]
