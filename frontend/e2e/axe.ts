import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'

/** What frames say axe adds up in an empty page of its own, which costs more than looking: where there are none it is spared that. */
export const axeOn = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1)
