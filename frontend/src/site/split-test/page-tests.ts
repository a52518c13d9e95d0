import { LANDING_PAGE, type PageExperiment } from '@firsttouch/ingest/experiments'

/** A/B tests whose variants are whole pages. */
export const PAGE_TESTS: readonly PageExperiment[] = [LANDING_PAGE]
