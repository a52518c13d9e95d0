import { LANDING_PAGE, type PageExperiment } from '@firsttouch/ingest/experiments'

/** Experiments whose variants are whole pages. They are not in `ingest/experiments.ts`, which the tracker loads. */
export const PAGE_EXPERIMENTS: readonly PageExperiment[] = [LANDING_PAGE]
