import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** axe merges the results of frames in an extra page, which is slow. Legacy mode skips that on pages without frames. */
export const axeOn = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1)
